import { calculationNews, type CalculationSummary } from '../../domain/jobs/calculation-news';
import { isUserJobType, USER_JOBS, userOfOwner } from '../../domain/jobs/user-job';
import type { NewEvent } from '../../ports/work/domain-events';

/** A job in the statement that ends it. */
export interface EndedJobRow {
  id: string;
  type: string;
  owner: string | null;
  address: string | null;
  given: string | null;
  params: Record<string, unknown> | null;
  status: 'completed' | 'failed' | 'cancelled' | 'queued';
  errorCode: string | null;
  /** The service started it because the one before failed. */
  isRetry: boolean;
  startedAt: Date;
  finishedAt: Date;
}

/** For RETURNING. */
export const ENDED_JOB = `id, type, owner, address, address_given AS given, params, status,
  error_code AS "errorCode", coalesce(payload->>'isRetry' = 'true', false) AS "isRetry", started_at AS "startedAt", finished_at AS "finishedAt"`;

/** The event of a sync names no address: webhooks with a filter do not receive it. @source api.md 6 */
const NO_ADDRESS = { address: null, given: null };

/** @returns the event stored with the end of a job; null when the end causes no event */
export function eventOf(job: EndedJobRow, summary: CalculationSummary | null): NewEvent | null {
  const userId = userOfOwner(job.owner);
  if (!isUserJobType(job.type) || !USER_JOBS[job.type].isCalculation || userId === undefined) return null;
  if (job.status !== 'completed' && job.status !== 'failed') return null;
  // While an exchange is away, the first failure is the news.
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
