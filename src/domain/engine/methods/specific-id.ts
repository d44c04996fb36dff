import { compareAcquired, type LotRecord } from '../lot-record';
import type { Method } from './method';
import { QueuePool } from './ordered-pool';

/** The taxpayer's own choice; where there is none, first in first out. @source tax-rules 4.3 */
export const specificId: Method = {
  title: 'Specific identification',
  createPool: () => new SelectablePool(),
  compare: compareAcquired,
  readsSelections: true,
};

/** A queue from which lots may be taken out of turn; a lot emptied so is passed over when it comes up. */
export class SelectablePool extends QueuePool {
  constructor() {
    super(compareAcquired);
  }

  override first(): LotRecord | null {
    let lot = super.first();
    while (lot !== null && lot.remaining === 0n) {
      this.removeFirst();
      lot = super.first();
    }
    return lot;
  }

  /** Open lots by their id, or by the transaction of their acquisition, oldest first. */
  find(name: string): LotRecord[] {
    const open = [...this.open()].filter((lot) => lot.remaining > 0n);
    const named = open.filter((lot) => lot.transactionId === name);
    return named.length > 0 ? named : open.filter((lot) => lot.id === name);
  }
}
