import { Rules } from '../../common/rules';
import { HOUR_MS } from '../../domain/kernel/durations';

/** Times in ms. Bound once. */
export class BillingRules extends Rules {
  /** Within this time the same user and plan get the same form. @source reliability.md 2.8 */
  readonly reuseMs: number = 600_000;
  /** How long a form can be paid; the processor wants at least half an hour. */
  readonly openMs: number = HOUR_MS;
  readonly catchUpEveryMs: number = 300_000;
  /** Each look overlaps the one before, because the processor lists events with some delay. */
  readonly overlapMs: number = HOUR_MS;
  readonly retryBatch: number = 100;
}
