import type { JobOutcome } from '../../ports/work/jobs';
import type { Work } from '../../ports/work/work-queues';

/** What the thread of requests offers to the thread of jobs. All values are copied between them. */
export interface RequestThreadApi {
  /** A job, or another part of background work, has changed stored data. */
  noteChange(): void;
  /** A plan, a role or an account has changed. */
  noteAccountChange(): void;
  /** Those who wait for the job need not look for its outcome. */
  reportOutcome(jobId: string, outcome: JobOutcome): void;
  /** The cache of the process, as of the port `Cache`. */
  cacheGet(key: string): Promise<unknown>;
  cacheSet(key: string, value: unknown, ttlMs: number): Promise<void>;
  cacheClear(prefix: string): Promise<number>;
}

/** What the thread of jobs offers to the thread of requests. */
export interface JobThreadApi {
  /** Calls the processors of a kind of work. */
  call(work: Work): void;
  /** What the thread has measured itself, as prom-client states it. */
  measured(): Promise<object[]>;
}
