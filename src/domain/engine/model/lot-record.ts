import type { Asset } from '../../kernel/asset';
import { uuidOf } from '../../kernel/hash';
import type { Money, Quantity } from '../../kernel/units';
import type { Lot } from './lot';
import { compareEvents, compareText } from './order';
import { shareOf } from './share';
import type { Acquire, BasisSource, IncomeType, LedgerEvent, LotSource } from './transaction';

/** Acquisition day of lots that were never seen coming in: later than any sale, hence short-term. */
export const UNKNOWN_DAY = 2 ** 30;
/** Acquisition day of inherited property: always long-term. */
export const ALWAYS_LONG_DAY = -(2 ** 30);

/** What a plain purchase does not need: kept apart so that the many lots stay small. */
export interface LotDetail {
  /** The acquisition the units stem from; null when it was never seen. */
  readonly root: Acquire | null;
  /** The lot they were carved from. */
  readonly parent: LotRecord | null;
  /** Tells lots of one event apart. */
  readonly part: number;
  /** Units that came in, and their basis, which a wash sale may raise before any is taken. */
  readonly quantity: Quantity;
  cost: Money;
  /** Units, and their basis, that a wash sale made a lot of their own: as if they had come in apart. */
  splitQuantity: Quantity;
  splitCost: Money;
  splits: number;
  /** Gift below the donor's basis: the basis for a loss, of all units (IRC 1015). */
  lossCost: Money | null;
  washAdjustment: Money;
  /** Set by a wash sale: when the holding period starts instead (11.6), and on which local day. */
  holdingStartAt: number | null;
  holdingDay: number | null;
  /** These units have replaced a loss; none replaces twice. */
  isReplacement: boolean;
}

/** The columns a record looks at. */
export interface LotColumns {
  readonly events: readonly LedgerEvent[];
  readonly remaining: Quantity[];
  readonly details: (LotDetail | null)[];
  quantityOf(row: number): Quantity;
  wholeCostOf(row: number): Money;
  costBetween(row: number, before: Quantity, after: Quantity): Money;
  dayOf(row: number, dayOf: (at: number) => number): number;
}

/** A lot on the books: a view of a row of the lot book. What an event says is read from the event. */
export class LotRecord implements Lot {
  private name: string | null = null;

  constructor(
    private readonly book: LotColumns,
    readonly row: number,
  ) {}

  get event(): LedgerEvent {
    return this.book.events[this.row] as LedgerEvent;
  }

  get remaining(): Quantity {
    return this.book.remaining[this.row] as Quantity;
  }

  set remaining(units: Quantity) {
    this.book.remaining[this.row] = units;
  }

  get detail(): LotDetail | null {
    return this.book.details[this.row] ?? null;
  }

  get root(): Acquire | null {
    const { detail, event } = this;
    if (detail !== null) return detail.root;
    return event.kind === 'acquire' ? event : null;
  }

  get parent(): LotRecord | null {
    return this.detail === null ? null : this.detail.parent;
  }

  get part(): number {
    return this.detail === null ? 0 : this.detail.part;
  }

  /** Local day the holding period starts. */
  dayBy(dayOf: (at: number) => number): number {
    return this.book.dayOf(this.row, dayOf);
  }

  /** Units that came in. */
  get quantity(): Quantity {
    return this.book.quantityOf(this.row);
  }

  /** Basis of all units that came in. */
  get wholeCost(): Money {
    return this.book.wholeCostOf(this.row);
  }

  costBetween(before: Quantity, after: Quantity): Money {
    return this.book.costBetween(this.row, before, after);
  }

  /** The same of a gift's basis for a loss. */
  lossBetween(before: Quantity, after: Quantity): Money | null {
    const whole = this.detail === null ? null : this.detail.lossCost;
    const { quantity } = this;
    return whole === null ? null : shareOf(whole, quantity - before, quantity - after, quantity);
  }

  get cost(): Money {
    return this.remaining === 0n ? 0n : this.costBetween(this.remaining, 0n);
  }

  get originalQuantity(): Quantity {
    return this.detail === null ? this.quantity : this.quantity - this.detail.splitQuantity;
  }

  get originalCost(): Money {
    const { detail } = this;
    return detail === null ? this.wholeCost : detail.cost - detail.splitCost - detail.washAdjustment;
  }

  get id(): string {
    return (this.name ??= uuidOf(this.key));
  }

  /** @source tax-rules 13.1 */
  private get key(): string {
    const { event, parent } = this;
    if (parent) return `v1|${parent.id}|${event.stem}|${event.leg}|${this.part}`;
    const stem = stemOf(event);
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
    const { event } = this;
    return event.kind === 'move' && this.isMoved ? event.toWallet : event.wallet;
  }

  get asset(): Asset {
    const { event } = this;
    return event.kind === 'move' && this.isMoved ? event.toAsset : event.asset;
  }

  get acquiredAt(): number | null {
    return this.root ? (this.root.acquiredAt ?? this.root.at) : null;
  }

  get receivedAt(): number {
    return this.event.at;
  }

  get holdingStartAt(): number | null {
    return this.detail?.holdingStartAt ?? this.acquiredAt;
  }

  get source(): LotSource {
    const { event } = this;
    if (event.kind === 'acquire') return event.source;
    if (event.kind !== 'move' || !this.isMoved) return 'unknown';
    return event.relation === 'transfer' ? 'transfer_in' : event.relation;
  }

  get basisSource(): BasisSource {
    if (this.isUntracked) return 'none';
    const { event } = this;
    return event.kind === 'acquire' ? event.basisSource : 'carried';
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
    return this.detail?.washAdjustment ?? 0n;
  }

  get priceSource(): string | null {
    return this.root?.priceSource ?? null;
  }

  /** The acquisition, or the outflow that stands for the one never seen. */
  get origin(): LedgerEvent {
    return this.root ?? this.event;
  }

  more(): LotDetail {
    const known = this.detail;
    if (known !== null) return known;
    const { root, quantity, wholeCost } = this;
    const detail = { root, parent: null, part: 0, quantity, cost: wholeCost, ...PLAIN };
    this.book.details[this.row] = detail;
    return detail;
  }

  /** Takes units out that stay on the books elsewhere. @returns their basis */
  take(quantity: Quantity): Money {
    const { remaining } = this;
    this.remaining = remaining - quantity;
    return this.costBetween(remaining, this.remaining);
  }
}

export const PLAIN = {
  lossCost: null,
  washAdjustment: 0n,
  holdingStartAt: null,
  holdingDay: null,
  isReplacement: false,
  splitQuantity: 0n,
  splitCost: 0n,
  splits: 0,
} as const satisfies Partial<LotDetail>;

/** Basis an acquisition brings: nothing where nothing is known of it. */
export const costOf = (event: LedgerEvent): Money =>
  event.kind !== 'acquire' || event.untracked === true ? 0n : (event.cost ?? 0n);

const heldSince = (lot: LotRecord): number => lot.detail?.holdingDay ?? UNKNOWN_DAY;

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
  return compareEvents(a.origin, b.origin) || heldSince(a) - heldSince(b) || compareText(a.id, b.id);
}

const stemOf = ({ wallet, asset, stem }: LedgerEvent): string =>
  `v1|${wallet}|${asset.id}|${asset.chain}|${stem}`;

/** The id of the lot an acquisition opens, known before any books are. */
export const acquiredLotId = (event: Acquire): string => uuidOf(`${stemOf(event)}|${event.leg}|0`);
