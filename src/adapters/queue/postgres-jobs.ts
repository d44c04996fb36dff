import { Injectable } from '@nestjs/common';
import {
  type JobHandler,
  type JobOutcome,
  type JobOwnership,
  type JobPayloads,
  Jobs,
  type JobStanding,
  type JobType,
} from '../../ports/work/jobs';
import { JobHandlers } from './job-handlers';
import { JobRepository } from './job.repository';
import { OutcomeWatch } from './outcome-watch';
import { WakeUp } from './wake-up/wake-up';

/** Jobs as Postgres rows. Workers are notified, or poll. */
@Injectable()
export class PostgresJobs extends Jobs {
  constructor(
    private readonly repository: JobRepository,
    private readonly handlers: JobHandlers,
    private readonly wakeUp: WakeUp,
    private readonly outcomes: OutcomeWatch,
  ) {
    super();
  }

  async enqueue<T extends JobType>(
    type: T,
    dedupeKey: string,
    payload: JobPayloads[T],
    ownership?: JobOwnership,
  ): Promise<{ jobId: string }> {
    const { id, created } = await this.repository.open(type, dedupeKey, payload, ownership);
    if (created) this.wakeUp.call(id);
    return { jobId: id };
  }

  outcome(jobId: string, signal: AbortSignal): Promise<JobOutcome | null> {
    return this.outcomes.wait(jobId, signal);
  }

  standing(type: JobType, dedupeKey: string): Promise<JobStanding | null> {
    return this.repository.standing(type, dedupeKey);
  }

  cancel(jobId: string): Promise<boolean> {
    return this.repository.cancel(jobId);
  }

  handle<T extends JobType>(type: T, handler: JobHandler<T>): void {
    this.handlers.bind(type, handler);
  }
}
