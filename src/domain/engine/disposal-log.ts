import type { Money, Quantity } from '../kernel/units';
import { DisposalRecord } from './disposal-record';
import type { LotRecord } from './lot-record';
import { flagsOf, proceedsOf, unitsOf, type Outflow } from './outflow';

/**
 * Slices of lots gone for good, kept in columns: what event took which lot from how much to how much. Everything else
 * about a slice follows from that and is worked out when somebody looks: a replay writes millions of rows, and most
 * are only ever summed.
 */
export class DisposalLog {
  readonly events: Outflow[] = [];
  readonly lots: LotRecord[] = [];
  /** Units the lot held before and after. */
  readonly before: Quantity[] = [];
  readonly after: Quantity[] = [];
  private readonly marks = new Map<number, string>();
  private readonly washed = new Map<number, Money>();
  private readonly records: DisposalRecord[] = [];

  constructor(readonly dayOf: (at: number) => number) {}

  get length(): number {
    return this.events.length;
  }

  /** Takes units out of a lot. @returns the row */
  take(event: Outflow, lot: LotRecord, quantity: Quantity): number {
    const { remaining } = lot;
    const left = quantity === remaining ? 0n : remaining - quantity;
    lot.remaining = left;
    this.lots.push(lot);
    this.before.push(remaining);
    this.after.push(left);
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
    for (let row = length; row < this.length; row++)
      (this.lots[row] as LotRecord).remaining +=
        (this.before[row] as Quantity) - (this.after[row] as Quantity);
    for (const map of [this.marks, this.washed])
      for (const row of map.keys()) if (row >= length) map.delete(row);
    for (const column of [this.events, this.lots, this.before, this.after]) column.length = length;
    this.records.length = Math.min(this.records.length, length);
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

/**
 * One record that walks over the rows and works out proceeds on the way, as slices of one outflow lie together.
 * For sums: it must not be kept.
 */
export class Cursor extends DisposalRecord {
  private total: Money = 0n;
  private whole: Quantity = 0n;
  private paid: Money = 0n;

  /** @param first the row that the first call of `next` comes to */
  constructor(log: DisposalLog, first: number) {
    super(log, first - 1, 0n, 0n, 0n);
    const event = log.events[first];
    while (this.row >= 0 && event !== undefined && log.events[this.row] === event) this.row--;
    while (this.row < first - 1) this.next();
  }

  next(): boolean {
    const { log } = this;
    const row = ++this.row;
    if (row >= log.length) return false;
    const event = log.events[row] as Outflow;
    const before = log.before[row] as Quantity;
    const after = log.after[row] as Quantity;
    const quantity = after === 0n ? before : before - after;
    if (row === 0 || event !== log.events[row - 1]) {
      this.total = proceedsOf(event);
      this.whole = unitsOf(event);
      this.sold = 0n;
      this.proceeds = quantity === this.whole ? this.total : (this.total * quantity) / this.whole;
      this.paid = this.proceeds;
    } else {
      this.sold += this.quantity;
      const upTo = this.sold + quantity;
      const paid = upTo === this.whole ? this.total : (this.total * upTo) / this.whole;
      this.proceeds = paid - this.paid;
      this.paid = paid;
    }
    this.quantity = quantity;
    if (event.kind === 'dispose' && event.atCost) this.proceeds = this.carried;
    return true;
  }

  record(): DisposalRecord {
    return new DisposalRecord(this.log, this.row, this.sold, this.quantity, this.proceeds);
  }
}
