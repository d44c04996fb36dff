import type { Asset } from '../kernel/asset';
import { uuidOf } from '../kernel/hash';
import type { Money, Quantity } from '../kernel/units';
import type { Lot } from './lot';
import { compareEvents, compareText } from './order';
import type { Acquire, BasisSource, IncomeType, LedgerEvent, LotSource } from './transaction';

/** Acquisition day of lots that were never seen coming in: later than any sale, hence short-term. */
export const UNKNOWN_DAY = 2 ** 30;
/** Acquisition day of inherited property: always long-term. */
export const ALWAYS_LONG_DAY = -(2 ** 30);

/** What only few lots have; kept apart so that the many stay small. */
export interface LotExtra {
  /** Gift below the donor's basis: the basis for a loss, of what remains (IRC 1015). */
  lossCost: Money | null;
  washAdjustment: Money;
  /** Set by a wash sale: when the holding period starts instead (11.6). */
  holdingStartAt: number | null;
  /** These units have replaced a loss; none replaces twice. */
  isReplacement: boolean;
  /** Parts split off so far; numbers the next one. */
  parts: number;
}

const noExtra = (): LotExtra => ({
  lossCost: null,
  washAdjustment: 0n,
  holdingStartAt: null,
  isReplacement: false,
  parts: 0,
});

/**
 * A lot on the books. What an event says is read from the event; the record holds what changes.
 * `root` is the acquisition the units stem from (null: never seen), `parent` the lot they were carved from.
 */
export class LotRecord implements Lot {
  private cachedId: string | null = null;
  extra: LotExtra | null = null;
  /** Unit basis scaled to an integer, where a method ranks by it. */
  rank = 0n;

  constructor(
    /** What put it here: an acquisition, a move, or the outflow it covers. */
    readonly event: LedgerEvent,
    readonly root: Acquire | null,
    readonly parent: LotRecord | null,
    readonly part: number,
    public originalQuantity: Quantity,
    public originalCost: Money,
    /** Local day the holding period starts. */
    public day: number,
    public remaining: Quantity = originalQuantity,
    public cost: Money = originalCost,
  ) {}

  get id(): string {
    return (this.cachedId ??= uuidOf(this.key));
  }

  /** @source tax-rules 13.1 */
  private get key(): string {
    const { event, parent } = this;
    if (parent) return `v1|${parent.id}|${event.stem}|${event.leg}|${this.part}`;
    const stem = `v1|${event.wallet}|${event.asset.id}|${event.asset.chain}|${event.stem}`;
    return this.root ? `${stem}|${event.leg}|${this.part}` : `${stem}|untracked|${event.leg}|${this.part}`;
  }

  /** Stands for units never seen coming in; lies in the wallet they left. */
  get isSynthetic(): boolean {
    return this.root === null && this.parent === null;
  }

  /** Came with a move, here or (as a part of such a lot) before a wash sale split it. */
  private get isMoved(): boolean {
    return this.event.kind === 'move' && this.parent !== null;
  }

  get wallet(): string {
    return this.event.kind === 'move' && this.isMoved ? this.event.toWallet : this.event.wallet;
  }

  get asset(): Asset {
    return this.event.kind === 'move' && this.isMoved ? this.event.toAsset : this.event.asset;
  }

  get acquiredAt(): number | null {
    return this.root ? (this.root.acquiredAt ?? this.root.at) : null;
  }

  get receivedAt(): number {
    return this.event.at;
  }

  get holdingStartAt(): number | null {
    return this.extra?.holdingStartAt ?? this.acquiredAt;
  }

  get source(): LotSource {
    if (this.event.kind === 'acquire') return this.event.source;
    if (this.event.kind !== 'move' || !this.isMoved) return 'unknown';
    return this.event.relation === 'transfer' ? 'transfer_in' : this.event.relation;
  }

  get basisSource(): BasisSource {
    if (this.isUntracked) return 'none';
    return this.event.kind === 'acquire' ? this.event.basisSource : 'carried';
  }

  get incomeType(): IncomeType | null {
    return this.root?.incomeType ?? null;
  }

  get isUntracked(): boolean {
    return this.root === null || this.root.untracked === true;
  }

  get parentId(): string | null {
    return this.parent?.id ?? null;
  }

  get transactionId(): string {
    return (this.root ?? this.event).transactionId;
  }

  get txHash(): string | null {
    return this.event.txHash;
  }

  get washSaleAdjustment(): Money {
    return this.extra?.washAdjustment ?? 0n;
  }

  get priceSource(): string | null {
    return this.root?.priceSource ?? null;
  }

  /** The acquisition, or the outflow that stands for the one never seen. */
  get origin(): LedgerEvent {
    return this.root ?? this.event;
  }

  more(): LotExtra {
    return (this.extra ??= noExtra());
  }

  /** Takes `quantity` (at most what remains) out and returns its basis; the last units take the remainder. */
  take(quantity: Quantity): Money {
    const { remaining, cost } = this;
    if (quantity === remaining) {
      this.remaining = 0n;
      this.cost = 0n;
      return cost;
    }
    const part = (cost * quantity + (remaining >> 1n)) / remaining;
    this.remaining = remaining - quantity;
    this.cost = cost - part;
    return part;
  }
}

/**
 * Oldest acquisition first, whenever the units came into this wallet; an unknown date counts as newest. Pieces of one
 * acquisition: the longer held first (after a wash sale they differ), then by id.
 * @source tax-rules 4.1, 4.2; 26 CFR 1.1012-1(j)
 */
export function compareAcquired(a: LotRecord, b: LotRecord): number {
  if (a === b) return 0;
  const first = a.acquiredAt;
  const second = b.acquiredAt;
  if (first !== second) {
    if (first === null) return 1;
    return second === null ? -1 : first - second;
  }
  return compareEvents(a.origin, b.origin) || a.day - b.day || compareText(a.id, b.id);
}
