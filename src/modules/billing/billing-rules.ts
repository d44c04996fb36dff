import { Rules } from '../../common/rules';
import { HOUR_MS } from '../../domain/kernel/durations';

/** How billing is run. Times in ms. Bound once. */
export class BillingRules extends Rules {
  /** The same user and plan within this long: the same form. @source reliability.md 2.8 */
  readonly reuseMs: number = 600_000;
  /** A form can be paid in for this long; the processor wants at least half an hour. */
  readonly openMs: number = HOUR_MS;
  /** How often some process looks for what was missed. */
  readonly catchUpEveryMs: number = 300_000;
  /** Each look goes so far back behind the end of the one before: the processor lists events with some delay. */
  readonly overlapMs: number = HOUR_MS;
  /** Held events looked at again at a time. */
  readonly retryBatch: number = 100;
}
