import type { EventData } from '../webhooks/events';
import { jobResultUrl, type UserJobType } from './user-job';

export interface CalculationSummary {
  total_realized_gl: string;
  disposal_count: number;
  severity: string;
}

/** Times in ms UTC. */
export interface EndedCalculation {
  jobId: string;
  type: UserJobType;
  /** As sent. Null for a calculation without an address. */
  given: string | null;
  taxYear: number | null;
  startedAt: number;
  finishedAt: number;
  ending:
    { status: 'completed'; summary: CalculationSummary | null } | { status: 'failed'; errorCode: string };
}

/** `data` of `calculation.complete`. @source api.md 6 */
export function calculationNews(job: EndedCalculation): EventData {
  const { ending } = job;
  const isDone = ending.status === 'completed';
  return {
    address: job.given,
    job_id: job.jobId,
    job_type: job.type,
    status: ending.status,
    tax_year: job.taxYear,
    started_at: new Date(job.startedAt).toISOString(),
    finished_at: new Date(job.finishedAt).toISOString(),
    duration_ms: job.finishedAt - job.startedAt,
    result_url: isDone ? jobResultUrl(job.jobId) : null,
    summary: isDone && ending.summary ? { ...ending.summary } : null,
    error: isDone ? null : { code: ending.errorCode },
  };
}
