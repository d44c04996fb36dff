import type { Asset } from '../../kernel/asset';
import { DAY_MS } from '../../kernel/durations';
import type { Money, Quantity } from '../../kernel/units';
import type { HoldingLayers } from './holding-layers';
import type { HeldUnits, LedgerLot } from './lot';
import { compareEvents, compareText } from './order';
import type { Place } from './place';
import { shareOf } from './share';
import type { Acquire, BasisSource, IncomeType, LedgerEvent, LotSource, ValueStatus } from './transaction';

/** Acquisition day when it is not known. Later than any sale, so such lots are short-term. */
export const UNKNOWN_DAY = 2 ** 30;
/** Acquisition day of inherited property, which is always long-term. */
export const ALWAYS_LONG_DAY = -(2 ** 30);

/** Stored separately, because a plain purchase does not need it. */
export interface LotDetail {
  /** Original acquisition of the units. Null when unknown. */
  readonly root: Acquire | null;
  readonly parent: LotRecord | null;
  readonly part: number;
  /** Units received and their basis. A wash sale may raise the basis before any unit is taken. */
  quantity: Quantity;
  cost: Money;
  hops: number;
  /** Null while the lot is where its event put it. */
  place: Place | null;
  /** Units, with their basis, that a wash sale moved to a separate lot. They count as received separately. */
  splitQuantity: Quantity;
  splitCost: Money;
  splits: number;
  /** For a gift below the donor's basis: the basis for a loss, for all units (IRC 1015). */
  lossCost: Money | null;
  washAdjustment: Money;
  /** Set by a wash sale: the adjusted start of the holding period (11.6), and its local day. */
  holdingStartAt: number | null;
  holdingDay: number | null;
  /** Set when the units have several start days. `holdingDay` is then the first, `holdingStartAt` the last. */
  layers: HoldingLayers | null;
  /** These units replaced a loss. A unit replaces a loss only once. */
  isReplacement: boolean;
}

export interface LotColumns {
  readonly events: readonly LedgerEvent[];
  readonly remaining: Quantity[];
  readonly details: (LotDetail | null)[];
  readonly length: number;
  readonly ids: { of(row: number): string };
  quantityOf(row: number): Quantity;
  wholeCostOf(row: number): Money;
  costBetween(row: number, before: Quantity, after: Quantity): Money;
  dayOf(row: number, dayOf: (at: number) => number): number;
}

export class LotRecord implements LedgerLot {
  constructor(
    private readonly table: LotColumns,
    readonly row: number,
  ) {}

  get event(): LedgerEvent {
    return this.table.events[this.row] as LedgerEvent;
  }

  get remaining(): Quantity {
    return this.table.remaining[this.row] as Quantity;
  }

  set remaining(units: Quantity) {
    this.table.remaining[this.row] = units;
  }

  get detail(): LotDetail | null {
    return this.table.details[this.row] ?? null;
  }

  get root(): Acquire | null {
    const { detail, event } = this;
    if (detail !== null) return detail.root;
    return event.kind === 'acquire' ? event : null;
  }

  get parent(): LotRecord | null {
    return this.detail === null ? null : this.detail.parent;
  }

  get first(): LotRecord {
    let { parent } = this;
    if (parent === null) return this;
    while (parent.parent !== null) parent = parent.parent;
    return parent;
  }

  dayBy(dayOf: (at: number) => number): number {
    return this.table.dayOf(this.row, dayOf);
  }

  get quantity(): Quantity {
    return this.table.quantityOf(this.row);
  }

  get wholeCost(): Money {
    return this.table.wholeCostOf(this.row);
  }

  costBetween(before: Quantity, after: Quantity): Money {
    return this.table.costBetween(this.row, before, after);
  }

  lossBetween(before: Quantity, after: Quantity): Money | null {
    const whole = this.detail === null ? null : this.detail.lossCost;
    const { quantity } = this;
    return whole === null ? null : shareOf(whole, quantity - before, quantity - after, quantity);
  }

  get lossCost(): Money | null {
    return this.remaining === 0n ? null : this.lossBetween(this.remaining, 0n);
  }

  /** Own transfers do not change it. @source IRC 1223(2) */
  get givenAt(): number | null {
    const { detail } = this;
    if (detail === null || detail.lossCost === null || detail.root === null) return null;
    return detail.root.givenAt ?? detail.root.at;
  }

  get lacksLossBasis(): boolean {
    return this.root?.lossBasis === null;
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

  get arrival(): LedgerEvent {
    return this.detail?.place?.event ?? this.event;
  }

  get id(): string {
    return this.table.ids.of(this.row);
  }

  /** True for units without a known acquisition. The lot belongs to the wallet that they left. */
  get isSynthetic(): boolean {
    return this.root === null && this.parent === null;
  }

  private get isMoved(): boolean {
    return this.event.kind === 'move' && this.parent !== null;
  }

  get wallet(): string {
    const { arrival } = this;
    return arrival.kind === 'move' && this.isMoved ? arrival.toWallet : arrival.wallet;
  }

  get asset(): Asset {
    const { arrival } = this;
    return arrival.kind === 'move' && this.isMoved ? arrival.toAsset : arrival.asset;
  }

  get acquiredAt(): number | null {
    return this.root ? (this.root.acquiredAt ?? this.root.at) : null;
  }

  get receivedAt(): number {
    return this.arrival.at;
  }

  get holdingStartAt(): number | null {
    return this.detail?.holdingStartAt ?? this.acquiredAt;
  }

  get source(): LotSource {
    const { arrival } = this;
    if (arrival.kind === 'acquire') return arrival.source;
    if (arrival.kind !== 'move' || !this.isMoved) return 'unknown';
    return arrival.relation === 'transfer' ? 'transfer_in' : arrival.relation;
  }

  get basisSource(): BasisSource {
    if (this.isUntracked) return 'none';
    const { event } = this;
    return event.kind === 'acquire' ? event.basisSource : 'carried';
  }

  get incomeType(): IncomeType | null {
    return this.root?.incomeType ?? null;
  }

  get isInherited(): boolean {
    return this.root?.inherited === true;
  }

  get isReplacement(): boolean {
    return this.detail?.isReplacement === true;
  }

  get orderId(): string | null {
    const { root } = this;
    return root === null ? null : (root.orderId ?? root.transactionId);
  }

  get holdings(): HeldUnits[] {
    const { remaining, quantity, detail, holdingStartAt } = this;
    const layers = detail?.layers?.between(quantity - remaining, quantity);
    if (remaining === 0n) return [];
    if (!layers || holdingStartAt === null) return [{ quantity: remaining, startAt: holdingStartAt }];
    return layers.each.map(({ day, units }) => ({
      quantity: units,
      startAt: holdingStartAt - (layers.last - day) * DAY_MS,
    }));
  }

  get isPurchase(): boolean {
    const { root } = this;
    if (root === null || root.untracked === true || root.incomeType !== null) return false;
    return root.isPurchase === true || PURCHASES.has(root.source);
  }

  get isUntracked(): boolean {
    return this.root === null || this.root.untracked === true;
  }

  get valueStatus(): ValueStatus {
    return lacksValue(this.root) ? 'missing' : 'known';
  }

  get parentId(): string | null {
    return this.parent?.id ?? null;
  }

  get transactionId(): string {
    return (this.root ?? this.event).transactionId;
  }

  get txHash(): string | null {
    return this.arrival.txHash;
  }

  get washSaleAdjustment(): Money {
    return this.detail?.washAdjustment ?? 0n;
  }

  get priceSource(): string | null {
    return this.root?.priceSource ?? null;
  }

  get origin(): LedgerEvent {
    return this.root ?? this.event;
  }

  more(): LotDetail {
    const known = this.detail;
    if (known !== null) return known;
    const { root, quantity, wholeCost } = this;
    const detail = { root, parent: null, part: 0, quantity, cost: wholeCost, ...PLAIN };
    this.table.details[this.row] = detail;
    return detail;
  }

  /** For units that stay in the ledger in another lot. @returns their basis */
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
  layers: null,
  isReplacement: false,
  hops: 0,
  place: null,
  splitQuantity: 0n,
  splitCost: 0n,
  splits: 0,
} as const satisfies Partial<LotDetail>;

export const costOf = (event: LedgerEvent): Money =>
  event.kind !== 'acquire' || event.untracked === true ? 0n : (event.cost ?? event.knownCost ?? 0n);

/** True for an acquisition without a price. The basis of its units is provisional, wherever they move. */
export const lacksValue = (root: LedgerEvent | null): boolean =>
  root !== null && root.kind === 'acquire' && root.cost === null && root.untracked !== true;

const PURCHASES: ReadonlySet<string> = new Set(['purchase', 'swap']);

const heldSince = (lot: LotRecord): number => lot.detail?.holdingDay ?? UNKNOWN_DAY;

/**
 * Oldest acquisition first, whenever the units came into this wallet. An unknown date counts as newest. Ties go by
 * the longer holding period (a wash sale changes it), then by id.
 * @source tax-rules 4.1, 4.2; 26 CFR 1.1012-1(j)
 */
export function compareAcquired(a: LotRecord, b: LotRecord): number {
  if (a === b) return 0;
  const { root } = a;
  if (root !== null && root === b.root) return comparePieces(a, b);
  const first = a.acquiredAt;
  const second = b.acquiredAt;
  if (first !== second) {
    if (first === null) return 1;
    return second === null ? -1 : first - second;
  }
  return compareEvents(a.origin, b.origin) || comparePieces(a, b);
}

const comparePieces = (a: LotRecord, b: LotRecord): number =>
  heldSince(a) - heldSince(b) || compareText(a.id, b.id);
