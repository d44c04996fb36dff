import { calculationNews, type CalculationSummary } from '../../domain/jobs/calculation-news';
import { isUserJobType, USER_JOBS, userOfOwner } from '../../domain/jobs/user-job';
import type { NewEvent } from '../../ports/work/domain-events';

export type Ending =
  | { status: 'completed'; result: unknown; summary: CalculationSummary | null }
  | { status: 'failed'; errorCode: string; errorDetails: Record<string, unknown> | null }
  | { status: 'cancelled' };

export interface EndedJobRow {
  id: string;
  type: string;
  owner: string | null;
  address: string | null;
  given: string | null;
  params: Record<string, unknown> | null;
  status: 'completed' | 'failed' | 'cancelled' | 'queued';
  errorCode: string | null;
  /** The service started the job after a failure. */
  isRetry: boolean;
  startedAt: Date;
  finishedAt: Date;
}

export const ENDED_JOB = `id, type, owner, address, address_given AS given, params, status,
  error_code AS "errorCode", coalesce(payload->>'isRetry' = 'true', false) AS "isRetry", started_at AS "startedAt", finished_at AS "finishedAt"`;

/** The event of a sync names no address: webhooks with a filter do not receive it. @source api.md 6 */
const NO_ADDRESS = { address: null, given: null };

/** Stored with the end of a job. Null when the end causes no event. */
export function eventOf(job: EndedJobRow, summary: CalculationSummary | null): NewEvent | null {
  const userId = userOfOwner(job.owner);
  if (!isUserJobType(job.type) || !USER_JOBS[job.type].isCalculation || userId === undefined) return null;
  if (job.status !== 'completed' && job.status !== 'failed') return null;
  // During an outage of an exchange, only the first failure is an event.
  if (job.status === 'failed' && job.isRetry) return null;
  const taxYear = job.params?.['tax_year'];
  const { address, given } = job.type === 'exchange_sync' ? NO_ADDRESS : job;
  return {
    type: 'calculation.complete',
    address,
    userId,
    occurredAt: null,
    key: `calculation:${job.id}`,
    data: calculationNews({
      jobId: job.id,
      type: job.type,
      given,
      taxYear: typeof taxYear === 'number' ? taxYear : null,
      startedAt: job.startedAt.getTime(),
      finishedAt: job.finishedAt.getTime(),
      ending:
        job.status === 'completed'
          ? { status: 'completed', summary }
          : { status: 'failed', errorCode: job.errorCode ?? 'INTERNAL_ERROR' },
    }),
  };
}
