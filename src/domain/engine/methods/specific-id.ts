import { compareAcquired } from '../model/lot-record';
import type { Method } from './method';
import { QueuePool } from './ordered-pool';

/** Without a selection, first in, first out. @source tax-rules 4.3 */
export const specificId: Method = {
  title: 'Specific identification',
  createPool: (lots) => new QueuePool(lots),
  compare: compareAcquired,
  readsSelections: true,
};
