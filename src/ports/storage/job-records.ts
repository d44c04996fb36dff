import type { JobStatus, UserJob, UserJobType } from '../../domain/jobs/user-job';

export interface JobFilter {
  /** Only these; none at all when empty. */
  types: readonly UserJobType[];
  status?: JobStatus;
  /** In the form to compare. */
  address?: string;
}

/** Jobs as their owners see them. A job of somebody else, or one that has expired, is as good as none. */
export abstract class JobRecords {
  /** Newest first. */
  abstract list(
    owner: string,
    filter: JobFilter,
    page: number,
    perPage: number,
  ): Promise<{ items: UserJob[]; page: number; perPage: number; total: number }>;
  abstract get(owner: string, id: string): Promise<UserJob | null>;
  /** What the job came to; null when it has not completed. */
  abstract result(owner: string, id: string): Promise<unknown>;
  /** Of the job of the same type, owner and key that completed last before this one; null without one. */
  abstract before(jobId: string): Promise<unknown>;
  /**
   * Removes the record; whoever works on it stops at the next sign of life.
   * @returns the status it had, or null when there was none
   */
  abstract remove(owner: string, id: string): Promise<JobStatus | null>;
}
