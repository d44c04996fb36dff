import { jobResultUrl, type UserJob } from '../domain/jobs/user-job';
import { ERRORS, type ErrorCode } from '../domain/kernel/errors';
import { toTime, toTimeOrNull } from './sync-status.presenter';
import type { JobResponse, JobErrorResponse } from './jobs.shapes.dto';

/** @source api.md 2, Job */
export const toJob = (job: UserJob): JobResponse => ({
  job_id: job.id,
  type: job.type,
  status: job.status,
  progress: job.progress,
  stage: job.stage,
  address: job.given,
  params: job.params,
  result_url: job.status === 'completed' ? jobResultUrl(job.id) : null,
  error: toJobError(job),
  created_at: toTime(job.createdAt),
  started_at: toTimeOrNull(job.startedAt),
  finished_at: toTimeOrNull(job.finishedAt),
  expires_at: toTimeOrNull(job.expiresAt),
});

export function toJobError({ errorCode }: Pick<UserJob, 'errorCode'>): JobErrorResponse | null {
  if (errorCode === null) return null;
  const isKnown = (code: string): code is ErrorCode => Object.hasOwn(ERRORS, code);
  const code = isKnown(errorCode) ? errorCode : 'INTERNAL_ERROR';
  return { code, message: ERRORS[code].message };
}
