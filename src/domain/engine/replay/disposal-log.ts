import { columnOf } from '../model/column';
import type { Sliced } from '../../kernel/slices';
import type { Money, Quantity } from '../../kernel/units';
import { Cursor } from './disposal-cursor';
import type { DisposalColumns, DisposalRecord } from '../model/disposal-record';
import type { HoldingLayers } from '../model/holding-layers';
import type { LotTable } from '../model/lot-table';
import { flagsOf, type Outflow } from '../model/outflow';
import type { DisposalFlag, IdentificationFlag } from '../model/transaction';
import { KeptSums, type Period, type SliceSums } from './slice-sums';

/** Records made between two yields: some milliseconds. */
const ROWS_AT_ONCE = 2_000;

/**
 * Stores disposed slices in columns: event, lot, and fill levels before and after. Other values are derived on read:
 * a replay writes millions of rows, and most are only summed.
 */
export class DisposalLog implements DisposalColumns {
  events: Outflow[] = [];
  lots: number[] = [];
  before: Quantity[] = [];
  after: Quantity[] = [];
  length = 0;
  private readonly marks = new Map<number, IdentificationFlag>();
  private readonly washed = new Map<number, Money>();
  private readonly identified = new Map<Outflow, Money>();
  private readonly records: DisposalRecord[] = [];
  private readonly sums = new KeptSums(this);

  constructor(
    readonly table: LotTable,
    readonly dayOf: (at: number) => number,
  ) {}

  reserve(rows: number): void {
    if (this.length > 0) return;
    this.events = columnOf(rows);
    this.lots = new Array<number>(rows);
    this.before = columnOf(rows);
    this.after = columnOf(rows);
  }

  /** Takes a lot from one fill level to a lower one: one slice for each term of its units. */
  add(event: Outflow, lot: number, before: Quantity, after: Quantity): void {
    if (this.table.hasLayers) {
      const end = this.table.termEnd(lot, before, after, this.dayOf(event.at));
      if (end !== after) {
        this.write(event, lot, before, end);
        this.write(event, lot, end, after);
        return;
      }
    }
    this.write(event, lot, before, after);
  }

  private write(event: Outflow, lot: number, before: Quantity, after: Quantity): void {
    const row = this.length++;
    this.table.remaining[lot] = after;
    this.events[row] = event;
    this.lots[row] = lot;
    this.before[row] = before;
    this.after[row] = after;
  }

  /** Null when the units have the one holding period of their lot. */
  layersOf(row: number): HoldingLayers | null {
    const { table } = this;
    const lot = this.lots[row] as number;
    const layers = table.hasLayers ? table.layersOf(lot) : null;
    if (layers === null) return null;
    const quantity = table.quantityOf(lot);
    return layers.between(
      quantity - (this.before[row] as Quantity),
      quantity - (this.after[row] as Quantity),
    );
  }

  mark(row: number, flag: IdentificationFlag): void {
    this.marks.set(row, flag);
  }

  identify(event: Outflow, gain: Money | null): void {
    if (gain === null) this.identified.delete(event);
    else this.identified.set(event, gain);
  }

  identifiedGain(event: Outflow): Money | null {
    return this.identified.size === 0 ? null : (this.identified.get(event) ?? null);
  }

  disallow(row: number, loss: Money): void {
    this.washed.set(row, this.disallowed(row) + loss);
  }

  get hasWashed(): boolean {
    return this.washed.size > 0;
  }

  disallowed(row: number): Money {
    return this.washed.size === 0 ? 0n : (this.washed.get(row) ?? 0n);
  }

  flags(row: number): readonly DisposalFlag[] {
    const flags = flagsOf(this.events[row] as Outflow);
    const mark = this.marks.size === 0 ? undefined : this.marks.get(row);
    return mark === undefined ? flags : [...flags, mark];
  }

  summing(wallet: string | null, period: Period): Sliced<SliceSums> {
    return this.sums.summing(wallet, period);
  }

  truncate(length: number): void {
    this.sums.truncate(length);
    for (let row = length; row < this.length; row++) this.giveBack(row);
    for (const map of [this.marks, this.washed])
      for (const row of map.keys()) if (row >= length) map.delete(row);
    this.length = length;
    this.records.length = Math.min(this.records.length, length);
  }

  private giveBack(row: number): void {
    const lot = this.lots[row] as number;
    const units = (this.before[row] as Quantity) - (this.after[row] as Quantity);
    this.table.remaining[lot] = (this.table.remaining[lot] as Quantity) + units;
  }

  all(): readonly DisposalRecord[] {
    const { records } = this;
    const cursor = new Cursor(this, records.length);
    while (cursor.next()) records.push(cursor.record());
    return records;
  }

  /** Makes the records of `all` in slices. Rows may come and go between two slices. */
  *recording(): Sliced<void> {
    while (this.records.length < this.length) {
      const end = this.records.length + ROWS_AT_ONCE;
      const cursor = new Cursor(this, this.records.length);
      while (this.records.length < end && cursor.next()) this.records.push(cursor.record());
      yield;
    }
  }

  from(row: number): Cursor {
    return new Cursor(this, row);
  }
}
