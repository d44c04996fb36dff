import { compareAcquired } from '../model/lot-record';
import type { Method } from './method';
import { QueuePool } from './ordered-pool';

/** Takes the earliest acquisition first, whenever the lot came into the wallet. @source tax-rules 4.1 */
export const fifo: Method = {
  title: 'First in, first out',
  createPool: (lots) => new QueuePool(lots),
  compare: compareAcquired,
  readsSelections: false,
};
