import { LeaseTimes } from '../../../adapters/queue/lease/lease-times';

/** Times in ms. @source reliability.md D3, D7, W6; api.md 3 */
export class DeliveryRules extends LeaseTimes {
  /** Per process. */
  readonly concurrency: number = 256;
  /** Over all processes. */
  readonly perWebhook: number = 5;
  /** The circuit of a webhook opens after so many failed attempts in a row, over at least `circuitMs`. */
  readonly circuitFailures: number = 20;
  readonly circuitMs: number = 60_000;
  /** At shutdown attempts may end by themselves for this long. */
  readonly graceMs: number = 10_000;
  /** Time for writing the end of an aborted attempt. After it, the attempt is left to its lease. */
  readonly abortMs: number = 2_000;
  /** A test that takes this much longer than its timeout belongs to a dead process. */
  readonly testMarginMs: number = 30_000;
  /** A webhook is read again after this time. */
  readonly freshMs: number = 200;
  /** Deliveries that have ended, and events, are kept for this many days; the log stays. */
  readonly keepDays: number = 30;
}

/** After a change nothing of the old state is sent any more: as long as it was fresh, and a margin. */
export const SETTLE_MS = 250;
