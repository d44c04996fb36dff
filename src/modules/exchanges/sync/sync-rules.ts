import { Rules } from '../../../common/rules';
import { HOUR_MS, MINUTE_MS } from '../../../domain/kernel/durations';

/** Times of syncs, in ms. Bound once. */
export class SyncRules extends Rules {
  /** Between two syncs that the service starts by itself. */
  readonly everyMs: number = 6 * HOUR_MS;
  /** After an exchange did not answer. */
  readonly againMs: number = 15 * MINUTE_MS;
  readonly lookEveryMs: number = MINUTE_MS;
  /** A request waits this long for the trial of its key. */
  readonly trialMs: number = 50_000;
  /** Syncs that one round starts. */
  readonly atOnce: number = 20;
  /** Rows that a sync holds before it stores them. */
  readonly heldRows: number = 50_000;
}
