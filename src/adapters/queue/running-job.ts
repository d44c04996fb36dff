import { Logger } from '@nestjs/common';
import { inLogScope } from '../../common/log-scope';
import { startNew } from '../../common/turns';
import { asLast } from '../../common/upstream-scope';
import type { CalculationSummary } from '../../domain/jobs/calculation-news';
import { isAnonymous } from '../../domain/jobs/requester';
import { AppError } from '../../domain/kernel/errors';
import type { Clock, Timer } from '../../ports/clock';
import type { JobHandler, JobOutcome, JobPayloads, JobType } from '../../ports/work/jobs';
import { inSpan } from '../tracing/spans';
import type { JobRules } from './job-rules';
import type { Ending } from './ended-job';
import type { ClaimedJob, JobRepository } from './job.repository';
import type { Lease } from './lease/lease';
import { settle } from './lease/settle';

/** `later`: the job runs again, or ends like this when it is too old. */
type Written = Ending | 'give back' | { later: Ending };

export class RunningJob {
  private readonly log = new Logger('Jobs');
  private readonly claim: ClaimedJob;
  private summary: CalculationSummary | null = null;

  constructor(
    private readonly lease: Lease<ClaimedJob>,
    private readonly handler: JobHandler<JobType>,
    private readonly jobs: JobRepository,
    private readonly rules: JobRules,
    private readonly clock: Clock,
  ) {
    this.claim = lease.claim;
  }

  /** Null when the job did not end: released, lost, or left to its lease. Never throws. */
  async work(): Promise<JobOutcome | null> {
    const { id, owner, requestedBy } = this.claim;
    const isWaitedFor = owner !== null || requestedBy !== null;
    const ended = isWaitedFor ? startNew('job', id) : () => undefined;
    try {
      return await this.outcome();
    } finally {
      ended();
    }
  }

  private async outcome(): Promise<JobOutcome | null> {
    try {
      const ending = this.endingOf(await this.run());
      return ending === null ? null : await settle(this.clock, this.rules.leaseMs, () => this.write(ending));
    } catch (error) {
      this.log.warn(`Job ${this.claim.id} is left to its lease: ${String(error)}`);
      return null;
    }
  }

  private handled(): Promise<unknown> {
    const { id, type, owner, payload } = this.claim;
    const work = (): Promise<unknown> =>
      this.handler(payload as JobPayloads[JobType], {
        jobId: id,
        owner,
        signal: this.lease.signal,
        progress: (percent, stage) => this.progress(percent, stage),
        summarise: (summary) => (this.summary = summary),
      });
    const attributes = { 'cost_basis.job_id': id };
    const span = { name: `job ${type}`, kind: 'CONSUMER', attributes, root: true } as const;
    const run = (): Promise<unknown> => inLogScope({ job_id: id }, () => inSpan(span, work));
    return isAnonymous(this.claim.requestedBy) ? asLast(run) : run();
  }

  private async run(): Promise<{ result: unknown } | { error: unknown }> {
    const { deadlineMs, graceMs } = this.rules;
    let giveUp: Timer | undefined;
    const abandoned = new Promise<never>((_, reject) => {
      const abandon = (): void => reject(new Error('the handler did not stop'));
      const stop = (): void => {
        this.lease.stop('deadline');
        giveUp = this.clock.setTimeout(abandon, graceMs).unref();
      };
      giveUp = this.clock.setTimeout(stop, deadlineMs).unref();
    });
    try {
      return { result: await Promise.race([this.handled(), abandoned]) };
    } catch (error) {
      return { error };
    } finally {
      this.clock.clearTimeout(giveUp);
    }
  }

  /** An aborted handler has not completed its work. After the loss of a database, the job runs again later. */
  private endingOf(outcome: { result: unknown } | { error: unknown }): Written | null {
    const { stopped } = this.lease;
    if (stopped === 'cancelled') return { status: 'cancelled' };
    if (stopped === 'shutdown') return 'give back';
    if (stopped === 'lost') return null;
    if (stopped === 'deadline')
      return {
        status: 'failed',
        errorCode: 'SERVICE_UNAVAILABLE',
        errorDetails: { reason: 'the job was not complete in time', seconds: this.rules.deadlineMs / 1_000 },
      };
    if ('result' in outcome) return { status: 'completed', result: outcome.result, summary: this.summary };
    const { error } = outcome;
    if (error instanceof AppError) {
      const failed = {
        status: 'failed',
        errorCode: error.code,
        errorDetails: error.details ?? null,
      } as const;
      return error.code === 'SERVICE_UNAVAILABLE' ? { later: failed } : failed;
    }
    this.log.error(
      `Job ${this.claim.id} (${this.claim.type}) failed`,
      error instanceof Error ? error.stack : error,
    );
    return { status: 'failed', errorCode: 'INTERNAL_ERROR', errorDetails: null };
  }

  private async write(ending: Written): Promise<JobOutcome | null> {
    if (ending === 'give back') {
      await this.jobs.release([this.claim]);
      return null;
    }
    if ('later' in ending) {
      if (await this.jobs.excuse(this.claim, this.rules.deadlineMs)) return null;
      return this.write(ending.later);
    }
    return (await this.jobs.finish(this.claim, ending)) ? outcomeOf(ending) : null;
  }

  /** Progress is informational: an outage must not end the work. */
  private async progress(percent: number, stage: string): Promise<void> {
    try {
      if (!(await this.jobs.progress(this.claim, percent, stage))) this.lease.stop('lost');
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
