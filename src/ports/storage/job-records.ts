import type { Page, PageRequest } from '../../domain/kernel/page';
import type { JobStatus, UserJob, UserJobType } from '../../domain/jobs/user-job';

export interface JobFilter {
  /** Only these types. An empty list returns no job. */
  types: readonly UserJobType[];
  status?: JobStatus;
  /** In normal form. */
  address?: string;
}

/**
 * Jobs as their owners see them. A job of another owner, or an expired one, does not exist for the caller.
 */
export abstract class JobRecords {
  /** Newest first. A position is a time in microseconds UTC and an id. */
  abstract list(owner: string, filter: JobFilter, request: PageRequest): Promise<Page<UserJob>>;
  /** Null for an unknown job, and for one of another owner. */
  abstract get(owner: string, id: string): Promise<UserJob | null>;
  /** Returns the result of the job. Null when it has not completed. */
  abstract result(owner: string, id: string): Promise<unknown>;
  /** Result of the last job completed before this one with the same type, owner and key. Null without one. */
  abstract before(jobId: string): Promise<unknown>;
  /**
   * Removes the record. A running worker stops at its next heartbeat.
   * @returns the status of the job; null when there was none; `filed` when a frozen tax year rests on it, and it stays
   */
  abstract remove(owner: string, id: string): Promise<JobStatus | 'filed' | null>;
}
