/** How long things about jobs last. Bound once; all in ms unless said. */
export class JobRules {
  /** A worker that has not renewed its claim for this long is taken for dead. */
  readonly leaseMs: number = 10_000;
  readonly renewEveryMs: number = 3_000;
  /** The floor: a job waits no longer than this for a free worker, whatever wakes it or fails to. */
  readonly pollEveryMs: number = 1_000;
  /** How often waiters of a job that runs elsewhere look. */
  readonly outcomePollMs: number = 150;
  /** Workers that may die on one job before it is given up. */
  readonly maxAttempts: number = 5;
  /** Jobs of the service's own one process works on at once; as many again that somebody asked for. */
  readonly concurrency: number = 4;
  /** Jobs of one owner that run at once, over all processes. @source api.md 7 */
  readonly perOwner: number = 3;
  /** At shutdown running jobs may end by themselves for this long, then they are told to stop for as long again. */
  readonly graceMs: number = 5_000;
  /** A job queued this long beside free places is not claimed as it should be: the log reports it. */
  readonly stalledMs: number = 10_000;
  readonly lookForStallsEveryMs: number = 5_000;
  /** Jobs that have ended are kept for this many days. */
  readonly keepDays: number = 7;

  constructor(changes: Partial<JobRules> = {}) {
    Object.assign(this, changes);
  }
}
