import { Rules } from '../../../common/rules';

/** Rules of work under leases. Times in ms. */
export abstract class LeaseTimes extends Rules {
  /** A worker that has not renewed its claims for this long counts as dead. */
  readonly leaseMs: number = 10_000;
  readonly renewEveryMs: number = 3_000;
  /** Polling interval: the maximum wait of due work when wake-ups fail. */
  readonly pollEveryMs: number = 1_000;
}
