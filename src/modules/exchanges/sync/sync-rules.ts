import { Rules } from '../../../common/rules';
import { HOUR_MS, MINUTE_MS } from '../../../domain/kernel/durations';

/** Times in ms. Bound once. */
export class SyncRules extends Rules {
  readonly everyMs: number = 6 * HOUR_MS;
  readonly againMs: number = 15 * MINUTE_MS;
  readonly lookEveryMs: number = MINUTE_MS;
  readonly trialMs: number = 50_000;
  readonly atOnce: number = 20;
  readonly heldRows: number = 50_000;
}
