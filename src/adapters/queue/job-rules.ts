import { LeaseTimes } from './lease/lease-times';

/** In ms unless stated. Bound once. */
export class JobRules extends LeaseTimes {
  /** Interval at which callers check a job that runs in another process. */
  readonly outcomePollMs: number = 150;
  /** Interval for `quickForMs` after the last call in a process without jobs: most jobs of small wallets end by then. */
  readonly quickPollMs: number = 20;
  readonly quickForMs: number = 1_000;
  /** After this time an unavailable database is an outage for waiting callers. */
  readonly outageMs: number = 2_000;
  /** Workers that can die on one job before it fails. */
  readonly maxAttempts: number = 5;
  /** Service jobs per process, and the same number of user jobs. */
  readonly concurrency: number = 4;
  /** Of `concurrency`, for callers without a credential. */
  readonly anonymousConcurrency: number = 2;
  /** Snapshots per process: one more than a release recomputes at a time. */
  readonly snapshotConcurrency: number = 3;
  /** Of `snapshotConcurrency`, for callers without a credential. */
  readonly anonymousSnapshotConcurrency: number = 1;
  /** Jobs of one owner over all processes. @source api.md 7 */
  readonly perOwner: number = 3;
  /** At shutdown, active jobs have this long to end. Then they are aborted and have the same time again. */
  readonly graceMs: number = 5_000;
  /** A job queued this long while slots are free is logged as a stall. */
  readonly stalledMs: number = 10_000;
  readonly lookForStallsEveryMs: number = 5_000;
  /** A job that still runs then fails and frees its slot. Its stored data stays. */
  readonly deadlineMs: number = 3_600_000;
  readonly keepDays: number = 7;
}
