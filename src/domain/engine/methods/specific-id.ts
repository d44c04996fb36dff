import type { LotTable } from '../model/lot-table';
import { compareAcquired, type LotRecord } from '../model/lot-record';
import type { Method } from './method';
import { QueuePool } from './ordered-pool';

/** Uses the taxpayer's selection. Falls back to first in, first out. @source tax-rules 4.3 */
export const specificId: Method = {
  title: 'Specific identification',
  createPool: (lots) => new SelectablePool(lots),
  compare: compareAcquired,
  readsSelections: true,
};

/** A queue that finds lots by name. */
export class SelectablePool extends QueuePool {
  constructor(private readonly table: LotTable) {
    super(table);
  }

  /** Returns open lots by lot id or by the transaction id of their acquisition, oldest first. */
  find(name: string): LotRecord[] {
    const open = this.open().map((row) => this.table.record(row));
    const named = open.filter((lot) => lot.transactionId === name);
    return named.length > 0 ? named : open.filter((lot) => lot.id === name);
  }
}
