import { compareAcquired, type LotRecord } from '../model/lot-record';
import type { Method } from './method';
import { StackPool } from './ordered-pool';

/** Unknown basis comes last. @source tax-rules 4.2 */
function compareLatest(a: LotRecord, b: LotRecord): number {
  if (a.isUntracked !== b.isUntracked) return a.isUntracked ? 1 : -1;
  return compareAcquired(b, a);
}

export const lifo: Method = {
  title: 'Last in, first out',
  createPool: (lots) =>
    new StackPool({
      compare: (a, b) =>
        lots.isUntracked(a) === lots.isUntracked(b) ? lots.compare(b, a) : lots.isUntracked(a) ? 1 : -1,
    }),
  compare: compareLatest,
  readsSelections: false,
};
