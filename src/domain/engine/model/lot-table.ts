import { columnOf } from './column';
import type { Money, Quantity } from '../../kernel/units';
import type { HoldingLayers } from './holding-layers';
import { LotIds } from './lot-ids';
import {
  ALWAYS_LONG_DAY,
  compareAcquired,
  costOf,
  lacksValue,
  LotRecord,
  PLAIN,
  UNKNOWN_DAY,
  type LotColumns,
  type LotDetail,
} from './lot-record';
import { MAX_HOPS, type Place } from './place';
import type { Acquire, LedgerEvent } from './transaction';

/**
 * One row per lot, in columns. A replay opens millions of lots, and pools pass only row numbers. A `LotRecord` is the
 * view of one row, created on first read.
 */
export class LotTable implements LotColumns {
  events: LedgerEvent[] = [];
  remaining: Quantity[] = [];
  details: (LotDetail | null)[] = [];
  length = 0;
  hasUntracked = false;
  hasUnvaluedGifts = false;
  hasLayers = false;
  readonly ids: LotIds = new LotIds(this);
  private readonly records: LotRecord[] = [];
  private readonly early = new Map<number, LotRecord>();

  reserve(rows: number): void {
    if (this.length > 0) return;
    this.events = columnOf(rows);
    this.remaining = columnOf(rows);
    this.details = columnOf(rows);
  }

  open(event: Acquire): number {
    const row = this.length++;
    this.events[row] = event;
    this.remaining[row] = event.quantity;
    // A purchase with a known cost, acquired on the day of receipt, needs no details.
    this.details[row] =
      event.cost !== null &&
      event.untracked !== true &&
      event.acquiredAt === undefined &&
      event.heldSince === undefined &&
      event.inherited !== true &&
      event.lossBasis === undefined &&
      event.isReplacement !== true
        ? null
        : this.detailOf(event);
    return row;
  }

  private detailOf(event: Acquire): LotDetail {
    const { quantity, lossBasis } = event;
    const cost = costOf(event);
    if (event.untracked === true) this.hasUntracked = true;
    if (lossBasis === null) this.hasUnvaluedGifts = true;
    return {
      root: event,
      parent: null,
      part: 0,
      quantity,
      cost,
      ...PLAIN,
      lossCost: typeof lossBasis === 'bigint' && lossBasis < cost ? lossBasis : null,
      holdingStartAt: event.heldSince ?? null,
      isReplacement: event.isReplacement === true,
    };
  }

  derive(
    event: LedgerEvent,
    quantity: Quantity,
    cost: Money,
    from: Pick<LotDetail, 'root' | 'parent' | 'part' | 'hops'>,
  ): LotRecord {
    if (from.root === null || from.root.untracked === true) this.hasUntracked = true;
    const { root, parent, part, hops } = from;
    return this.record(this.add(event, quantity, { root, parent, part, quantity, cost, ...PLAIN, hops }));
  }

  /** True when a move of the whole lot opens no child lot: it moved often, and no unit left it. */
  staysOne(row: number): boolean {
    const detail = this.details[row] ?? null;
    return detail !== null && detail.hops >= MAX_HOPS && this.remaining[row] === detail.quantity;
  }

  place(row: number, place: Place): void {
    const detail = this.details[row] ?? null;
    if (detail !== null) detail.place = place;
  }

  private add(event: LedgerEvent, quantity: Quantity, detail: LotDetail | null): number {
    const row = this.length++;
    this.events[row] = event;
    this.remaining[row] = quantity;
    this.details[row] = detail;
    return row;
  }

  record(row: number): LotRecord {
    const known = row < this.records.length ? this.records[row] : this.early.get(row);
    if (known !== undefined) return known;
    const record = new LotRecord(this, row);
    this.early.set(row, record);
    return record;
  }

  all(): readonly LotRecord[] {
    const { records, early } = this;
    for (let row = records.length; row < this.length; row++)
      records.push(early.get(row) ?? new LotRecord(this, row));
    early.clear();
    return records;
  }

  openRows(): number[] {
    const { remaining } = this;
    const rows: number[] = [];
    for (let row = 0; row < this.length; row++) if (remaining[row] !== 0n) rows.push(row);
    return rows;
  }

  walletOf(row: number): string {
    const isPlain = this.details[row] === null;
    return isPlain ? (this.events[row] as LedgerEvent).wallet : this.record(row).wallet;
  }

  truncate(length: number): void {
    this.length = length;
    this.ids.truncate(length);
    this.records.length = Math.min(this.records.length, length);
    for (const row of this.early.keys()) if (row >= length) this.early.delete(row);
  }

  quantityOf(row: number): Quantity {
    const detail = this.details[row] ?? null;
    return detail === null ? (this.events[row] as LedgerEvent).quantity : detail.quantity;
  }

  wholeCostOf(row: number): Money {
    const detail = this.details[row] ?? null;
    return detail === null ? costOf(this.events[row] as LedgerEvent) : detail.cost;
  }

  /**
   * The basis of the units between two fill levels; `before` is the higher one. A level has the same value from both
   * sides, so slices sum to the whole for every way to cut the lot. The last slice takes the remainder.
   * @source tax-rules 1.3
   */
  costBetween(row: number, before: Quantity, after: Quantity): Money {
    const whole = this.wholeCostOf(row);
    const quantity = this.quantityOf(row);
    const end = after === 0n ? whole : (whole * (quantity - after)) / quantity;
    return before === quantity ? end : end - (whole * (quantity - before)) / quantity;
  }

  dayAt(row: number, level: Quantity, dayOf: (at: number) => number): number {
    const layers = this.hasLayers ? this.layersOf(row) : null;
    return layers === null ? this.dayOf(row, dayOf) : layers.dayAfter(this.quantityOf(row) - level);
  }

  layersOf(row: number): HoldingLayers | null {
    const detail = this.details[row] ?? null;
    return detail === null ? null : detail.layers;
  }

  /** The fill level to which all units have the same term on the day `on`. */
  termEnd(row: number, before: Quantity, after: Quantity, on: number): Quantity {
    const layers = this.layersOf(row);
    if (layers === null) return after;
    const short = this.quantityOf(row) - layers.longUnits(on);
    return after < short && short < before ? short : after;
  }

  dayOf(row: number, dayOf: (at: number) => number): number {
    const detail = this.details[row] ?? null;
    const root = detail === null ? (this.events[row] as LedgerEvent) : detail.root;
    if (root === null || root.kind !== 'acquire') return UNKNOWN_DAY;
    if (detail !== null && detail.holdingDay !== null) return detail.holdingDay;
    if (root.inherited) return ALWAYS_LONG_DAY;
    return dayOf((detail === null ? null : detail.holdingStartAt) ?? root.acquiredAt ?? root.at);
  }

  isUntracked(row: number): boolean {
    const detail = this.details[row] ?? null;
    const root = detail === null ? (this.events[row] as LedgerEvent) : detail.root;
    return root === null || (root.kind === 'acquire' && root.untracked === true);
  }

  lacksValue(row: number): boolean {
    const detail = this.details[row] ?? null;
    return detail !== null && lacksValue(detail.root);
  }

  lacksLossBasis(row: number): boolean {
    const detail = this.details[row] ?? null;
    return detail !== null && detail.root !== null && detail.root.lossBasis === null;
  }

  compare(a: number, b: number): number {
    // Plain purchases are stored in the order of purchase.
    if (this.details[a] === null && this.details[b] === null) return a - b;
    return compareAcquired(this.record(a), this.record(b));
  }
}
