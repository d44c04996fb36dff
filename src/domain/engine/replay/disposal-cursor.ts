import type { Money, Quantity } from '../../kernel/units';
import { DisposalRecord, type DisposalColumns } from '../model/disposal-record';
import { proceedsOf, unitsOf, type Outflow } from '../model/outflow';

/** Keep no reference to it: it is one record for all rows. Slices of one outflow are adjacent. */
export class Cursor extends DisposalRecord {
  private total: Money = 0n;
  private whole: Quantity = 0n;
  private paid: Money = 0n;

  constructor(log: DisposalColumns, first: number) {
    super(log, first - 1, 0n, 0n, 0n);
    const event = first < log.length ? log.events[first] : undefined;
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
      this.amount = quantity === this.whole ? this.total : (this.total * quantity) / this.whole;
      this.paid = this.amount;
    } else {
      this.sold += this.quantity;
      const upTo = this.sold + quantity;
      const paid = upTo === this.whole ? this.total : (this.total * upTo) / this.whole;
      this.amount = paid - this.paid;
      this.paid = paid;
    }
    this.quantity = quantity;
    return true;
  }

  record(): DisposalRecord {
    return new DisposalRecord(this.log, this.row, this.sold, this.quantity, this.amount);
  }
}
