import type { Money, Quantity } from '../kernel/units';
import { Cursor } from './disposal-cursor';
import type { DisposalColumns, DisposalRecord } from './disposal-record';
import type { LotBook } from './lot-book';
import { flagsOf, type Outflow } from './outflow';

/**
 * Slices of lots gone for good, kept in columns: what event took which lot from how much to how much. Everything else
 * about a slice follows from that and is worked out when somebody looks: a replay writes millions of rows, and most
 * are only ever summed.
 */
export class DisposalLog implements DisposalColumns {
  readonly events: Outflow[] = [];
  /** Rows of the lot book. */
  readonly lots: number[] = [];
  /** Units the lot held before and after. */
  readonly before: Quantity[] = [];
  readonly after: Quantity[] = [];
  private readonly marks = new Map<number, string>();
  private readonly washed = new Map<number, Money>();
  private readonly records: DisposalRecord[] = [];

  constructor(
    readonly book: LotBook,
    readonly dayOf: (at: number) => number,
  ) {}

  get length(): number {
    return this.events.length;
  }

  /** Takes units out of a lot. @returns the row */
  take(event: Outflow, lot: number, quantity: Quantity): number {
    const held = this.book.remaining;
    const before = held[lot] as Quantity;
    const after = quantity === before ? 0n : before - quantity;
    held[lot] = after;
    this.lots.push(lot);
    this.before.push(before);
    this.after.push(after);
    return this.events.push(event) - 1;
  }

  /** How the slice was identified, where that has to be said. */
  mark(row: number, flag: string): void {
    this.marks.set(row, flag);
  }

  disallow(row: number, loss: Money): void {
    this.washed.set(row, this.disallowed(row) + loss);
  }

  disallowed(row: number): Money {
    return this.washed.size === 0 ? 0n : (this.washed.get(row) ?? 0n);
  }

  flags(row: number): readonly string[] {
    const flags = flagsOf(this.events[row] as Outflow);
    const mark = this.marks.size === 0 ? undefined : this.marks.get(row);
    return mark === undefined ? flags : [...flags, mark];
  }

  /** Gives every unit taken since back to its lot. */
  truncate(length: number): void {
    for (let row = length; row < this.length; row++) this.giveBack(row);
    for (const map of [this.marks, this.washed])
      for (const row of map.keys()) if (row >= length) map.delete(row);
    for (const column of [this.events, this.lots, this.before, this.after]) column.length = length;
    this.records.length = Math.min(this.records.length, length);
  }

  private giveBack(row: number): void {
    const lot = this.lots[row] as number;
    const units = (this.before[row] as Quantity) - (this.after[row] as Quantity);
    this.book.remaining[lot] = (this.book.remaining[lot] as Quantity) + units;
  }

  /** All rows as records; those made before are kept. */
  all(): readonly DisposalRecord[] {
    const { records } = this;
    const cursor = new Cursor(this, records.length);
    while (cursor.next()) records.push(cursor.record());
    return records;
  }

  /** Rows from `row` on, one after the other. */
  from(row: number): Cursor {
    return new Cursor(this, row);
  }
}
