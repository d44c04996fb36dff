import type { LotTable } from '../model/lot-table';
import { compareAcquired, type LotRecord } from '../model/lot-record';
import type { Method } from './method';
import { QueuePool } from './ordered-pool';

/** The taxpayer's own choice; where there is none, first in first out. @source tax-rules 4.3 */
export const specificId: Method = {
  title: 'Specific identification',
  createPool: (lots) => new SelectablePool(lots),
  compare: compareAcquired,
  readsSelections: true,
};

/** A queue in which lots can be looked up by name. */
export class SelectablePool extends QueuePool {
  constructor(private readonly book: LotTable) {
    super(book);
  }

  /** Open lots by their id, or by the transaction of their acquisition, oldest first. */
  find(name: string): LotRecord[] {
    const open = this.open().map((row) => this.book.record(row));
    const named = open.filter((lot) => lot.transactionId === name);
    return named.length > 0 ? named : open.filter((lot) => lot.id === name);
  }
}
