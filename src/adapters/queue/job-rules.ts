import { LeaseTimes } from './lease/lease-times';

/** Time limits of jobs. Bound once; in ms unless stated. */
export class JobRules extends LeaseTimes {
  /** Interval at which callers check a job that runs in another process. */
  readonly outcomePollMs: number = 150;
  /**
   * Interval in a process without jobs, while the last caller has waited less than `quickForMs`: most jobs of small
   * wallets end in that time.
   */
  readonly quickPollMs: number = 20;
  readonly quickForMs: number = 1_000;
  /** After this time an unavailable database is an outage for waiting callers. */
  readonly outageMs: number = 2_000;
  /** Number of workers that can die on one job before it fails. */
  readonly maxAttempts: number = 5;
  /** Service jobs that one process runs at once. It runs the same number of user jobs. */
  readonly concurrency: number = 4;
  /** Of these, service jobs for callers without a credential. The other places are reserved. */
  readonly anonymousConcurrency: number = 2;
  /** Snapshots that one process computes at once: one more than a release computes again at a time. */
  readonly snapshotConcurrency: number = 3;
  /** Of these, snapshots for callers without a credential. */
  readonly anonymousSnapshotConcurrency: number = 1;
  /** Jobs of one owner that run at once, over all processes. @source api.md 7 */
  readonly perOwner: number = 3;
  /** At shutdown, active jobs have this long to end. Then they are aborted and have the same time again. */
  readonly graceMs: number = 5_000;
  /** A job queued this long while slots are free is logged as a stall. */
  readonly stalledMs: number = 10_000;
  readonly lookForStallsEveryMs: number = 5_000;
  /** A job that still runs after this time fails, and its place is free. What it has stored stays. */
  readonly deadlineMs: number = 3_600_000;
  /** Days for which ended jobs are kept. */
  readonly keepDays: number = 7;
}
