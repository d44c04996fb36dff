import { Injectable } from '@nestjs/common';
import { whileOutside } from '../../common/turns';
import {
  type JobHandler,
  type JobOutcome,
  type JobOwnership,
  type JobPayloads,
  type JobRequest,
  Jobs,
  type JobStanding,
  type JobType,
} from '../../ports/work/jobs';
import { WakeUp } from '../../ports/work/wake-up';
import { JobRepository } from './job.repository';
import { JobsRunner } from './jobs-runner';
import { OutcomeWatch } from './outcome-watch';
import { afterEffect, outsideEffect } from '../persistence/effects';

@Injectable()
export class PostgresJobs extends Jobs {
  constructor(
    private readonly repository: JobRepository,
    private readonly runner: JobsRunner,
    private readonly wakeUp: WakeUp,
    private readonly outcomes: OutcomeWatch,
  ) {
    super();
  }

  async enqueue<T extends JobType>(
    type: T,
    dedupeKey: string,
    payload: JobPayloads[T],
    origin?: JobOwnership | JobRequest,
  ): Promise<{ jobId: string }> {
    const { id, created } = await this.repository.open(type, dedupeKey, payload, origin);
    const wake = (): void => outsideEffect(() => this.wakeUp.call(type, id));
    if (created && origin && 'owner' in origin) void afterEffect(wake);
    else if (created) wake();
    return { jobId: id };
  }

  active(type: JobType, dedupeKeys: readonly string[]): Promise<ReadonlySet<string>> {
    return this.repository.active(type, dedupeKeys);
  }

  outcome(jobId: string, signal: AbortSignal): Promise<JobOutcome | null> {
    return whileOutside(() => this.outcomes.wait(jobId, signal));
  }

  standing(type: JobType, dedupeKey: string): Promise<JobStanding | null> {
    return this.repository.standing(type, dedupeKey);
  }

  isWorked(): Promise<boolean> {
    return this.repository.isWorked();
  }

  cancel(jobId: string): Promise<boolean> {
    return this.repository.cancel(jobId);
  }

  work<T extends JobType>(type: T, handler: JobHandler<T>): Promise<void> {
    return this.runner.work(type, handler as JobHandler<JobType>);
  }
}
