import { LeaseTimes } from '../../../adapters/queue/lease/lease-times';

/** Times in ms. */
export class MailRules extends LeaseTimes {
  readonly concurrency: number = 10;
  override readonly leaseMs: number = 120_000;
  override readonly renewEveryMs: number = 30_000;
  readonly graceMs: number = 10_000;
  readonly abortMs: number = 0;
}
