import type { JobOutcome } from '../../ports/work/jobs';
import type { Work } from '../../ports/work/work-queues';

/** Offered to the job thread. All values are copied between threads. */
export interface RequestThreadApi {
  noteChange(): void;
  noteAccountChange(): void;
  /** Waiting callers need not query the outcome. */
  reportOutcome(jobId: string, outcome: JobOutcome): void;
  cacheGet(key: string): Promise<unknown>;
  cacheSet(key: string, value: unknown, ttlMs: number): Promise<void>;
  cacheClear(prefix: string): Promise<number>;
}

/** Offered to the request thread. */
export interface JobThreadApi {
  call(work: Work): void;
  measured(): Promise<object[]>;
}
