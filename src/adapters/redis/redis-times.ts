import { Rules } from '../../common/rules';

/** Maximum waits for an optional Redis. In ms, bound once. */
export class RedisTimes extends Rules {
  /** Of the cache: a later answer is a miss. */
  readonly cacheMs: number = 100;
  /** Of the counter of calls: then each process counts for itself. */
  readonly rateMs: number = 100;
  /** Of the queues that wake other processes: then polling finds the work. */
  readonly hintMs: number = 1_000;
}
