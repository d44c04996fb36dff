import { Rules } from '../../common/rules';

/** How long the service waits for an answer of Redis, which it can work without. Bound once; in ms. */
export class RedisTimes extends Rules {
  /** Of the cache: later is a miss. */
  readonly cacheMs: number = 100;
  /** Of the counter of calls: later each process counts for itself. */
  readonly rateMs: number = 100;
  /** Of the queues that wake other processes: later the work is found by polling. */
  readonly hintMs: number = 1_000;
}
