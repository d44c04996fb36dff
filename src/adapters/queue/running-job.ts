import { Logger } from '@nestjs/common';
import { inLogScope } from '../../config/log-scope';
import type { CalculationSummary } from '../../domain/jobs/calculation-news';
import { AppError } from '../../domain/kernel/errors';
import type { JobHandler, JobOutcome, JobPayloads, JobType } from '../../ports/work/jobs';
import { inSpan } from '../tracing/spans';
import type { ClaimedJob, Ending, JobRepository } from './job.repository';

/** Reason for aborting an active job. */
export type StopReason = 'cancelled' | 'shutdown' | 'lost';

const RETRY_MS = 500;

/** One claimed job that its handler runs. */
export class RunningJob {
  readonly ended: Promise<void>;
  private readonly log = new Logger('Jobs');
  private readonly abort = new AbortController();
  private stopped: StopReason | null = null;
  private summary: CalculationSummary | null = null;
  private markEnded = (): void => undefined;

  constructor(
    readonly claim: ClaimedJob,
    private readonly handler: JobHandler<JobType> | undefined,
    private readonly jobs: JobRepository,
    private readonly leaseMs: number,
  ) {
    this.ended = new Promise((resolve) => (this.markEnded = resolve));
  }

  /** Aborts the handler's signal. The first reason counts. */
  stop(reason: StopReason): void {
    if (this.stopped !== null) return;
    this.stopped = reason;
    this.abort.abort(new Error(`job ${reason}`));
  }

  /**
   * @returns the outcome, or null when the job did not end: released, lost, or left to its lease. Never
   *   throws.
   */
  async work(): Promise<JobOutcome | null> {
    try {
      const ending = this.endingOf(await this.run());
      return ending === null ? null : await this.write(ending);
    } catch (error) {
      this.log.warn(`Job ${this.claim.id} is left to its lease: ${String(error)}`);
      return null;
    } finally {
      this.markEnded();
    }
  }

  private handled(handler: JobHandler<JobType>): Promise<unknown> {
    const { id, type, owner, payload } = this.claim;
    const work = (): Promise<unknown> =>
      handler(payload as JobPayloads[JobType], {
        jobId: id,
        owner,
        signal: this.abort.signal,
        progress: (percent, stage) => this.progress(percent, stage),
        summarise: (summary) => (this.summary = summary),
      });
    const attributes = { 'cost_basis.job_id': id };
    const span = { name: `job ${type}`, kind: 'CONSUMER', attributes, root: true } as const;
    return inLogScope({ job_id: id }, () => inSpan(span, work));
  }

  private async run(): Promise<{ result: unknown } | { error: unknown }> {
    try {
      if (!this.handler) throw new Error(`No handler for jobs of type ${this.claim.type}`);
      return { result: await this.handled(this.handler) };
    } catch (error) {
      return { error };
    }
  }

  /**
   * An aborted handler has not completed its work, however it ended. A handler that lost the database keeps
   * its lease, and the job runs again later.
   */
  private endingOf(outcome: { result: unknown } | { error: unknown }): Ending | 'give back' | null {
    if (this.stopped === 'cancelled') return { status: 'cancelled' };
    if (this.stopped === 'shutdown') return 'give back';
    if (this.stopped === 'lost') return null;
    if ('result' in outcome) return { status: 'completed', result: outcome.result, summary: this.summary };
    const { error } = outcome;
    if (error instanceof AppError && error.code === 'SERVICE_UNAVAILABLE') return null;
    if (error instanceof AppError) {
      return { status: 'failed', errorCode: error.code, errorDetails: error.details ?? null };
    }
    this.log.error(
      `Job ${this.claim.id} (${this.claim.type}) failed`,
      error instanceof Error ? error.stack : error,
    );
    return { status: 'failed', errorCode: 'INTERNAL_ERROR', errorDetails: null };
  }

  /** Retries while the claim lasts. After that another process can hold the job. */
  private async write(ending: Ending | 'give back'): Promise<JobOutcome | null> {
    const deadline = performance.now() + this.leaseMs;
    for (;;) {
      try {
        if (ending === 'give back') {
          await this.jobs.release([this.claim]);
          return null;
        }
        return (await this.jobs.finish(this.claim, ending)) ? outcomeOf(ending) : null;
      } catch (error) {
        if (performance.now() > deadline) throw error;
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
  }

  /** Progress is informational: an outage must not end the work. */
  private async progress(percent: number, stage: string): Promise<void> {
    try {
      if (!(await this.jobs.progress(this.claim, percent, stage))) this.stop('lost');
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  }
}

const outcomeOf = (ending: Ending): JobOutcome => ({
  status: ending.status,
  errorCode: ending.status === 'failed' ? ending.errorCode : null,
  errorDetails: ending.status === 'failed' ? ending.errorDetails : null,
});
