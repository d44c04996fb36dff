import { AppError } from '../../src/domain/kernel/errors';
import {
  Jobs,
  type JobHandler,
  type JobOutcome,
  type JobPayloads,
  type JobStanding,
  type JobType,
} from '../../src/ports/work/jobs';

interface Job {
  id: string;
  type: JobType;
  dedupeKey: string;
  abort: AbortController;
  ended: Promise<JobOutcome>;
  outcome: JobOutcome | null;
  percent: number;
  stage: string;
  /** Null once a processor has taken it. */
  begin: ((handler: JobHandler<JobType>) => void) | null;
}

/** Jobs that run in this process as soon as they are enqueued; one per dedupe key at a time. */
export class FakeJobs extends Jobs {
  /** The processor of each type. */
  processors: Partial<Record<JobType, () => Promise<void>>> = {};
  private readonly jobs: Job[] = [];

  async enqueue<T extends JobType>(
    type: T,
    dedupeKey: string,
    payload: JobPayloads[T],
  ): Promise<{ jobId: string }> {
    const running = this.jobs.find((job) => job.dedupeKey === dedupeKey && !job.outcome);
    if (running) return { jobId: running.id };
    const abort = new AbortController();
    const id = `job-${this.jobs.length + 1}`;
    let begin: Job['begin'] = null;
    const ended = new Promise<JobOutcome>((resolve) => {
      begin = (handler) => resolve(this.run(handler, payload, job));
    });
    const job: Job = { id, type, dedupeKey, abort, outcome: null, percent: 0, stage: 'queued', ended, begin };
    void job.ended.then((outcome) => (job.outcome = outcome));
    this.jobs.push(job);
    const processor = this.processors[type];
    if (!processor) throw new Error(`No processor for ${type}`);
    void processor();
    return { jobId: id };
  }

  async active(type: JobType, dedupeKeys: readonly string[]): Promise<ReadonlySet<string>> {
    const open = this.jobs.filter((job) => job.type === type && !job.outcome);
    return new Set(open.map(({ dedupeKey }) => dedupeKey).filter((key) => dedupeKeys.includes(key)));
  }

  async outcome(jobId: string, signal: AbortSignal): Promise<JobOutcome | null> {
    const job = this.jobs.find(({ id }) => id === jobId);
    if (!job) throw new AppError('RESOURCE_NOT_FOUND', { resource: 'job' });
    let giveUp = () => {};
    const aborted = new Promise<null>((resolve) => (giveUp = () => resolve(null)));
    if (signal.aborted) giveUp();
    signal.addEventListener('abort', giveUp, { once: true });
    const outcome = await (job.outcome ?? Promise.race([job.ended, aborted]));
    signal.removeEventListener('abort', giveUp);
    return outcome;
  }

  async standing(type: JobType, dedupeKey: string): Promise<JobStanding | null> {
    const job = this.jobs.find((one) => one.type === type && one.dedupeKey === dedupeKey && !one.outcome);
    return job?.begin === null
      ? { jobId: job.id, percent: job.percent, stage: job.stage, elapsedMs: 1_000 }
      : null;
  }

  async isWorked(): Promise<boolean> {
    return this.jobs.some(({ begin, outcome }) => begin === null && outcome === null);
  }

  async cancel(jobId: string): Promise<boolean> {
    const job = this.jobs.find(({ id }) => id === jobId);
    if (!job || job.outcome) return false;
    job.abort.abort();
    return true;
  }

  async work<T extends JobType>(type: T, handler: JobHandler<T>): Promise<void> {
    for (const job of this.jobs.filter((one) => one.type === type)) {
      job.begin?.(handler as JobHandler<JobType>);
      job.begin = null;
    }
  }

  /** Types of the jobs ordered so far, in order. */
  get ordered(): JobType[] {
    return this.jobs.map(({ type }) => type);
  }

  /** Resolves when nothing runs any more. */
  async idle(): Promise<void> {
    await Promise.all(this.jobs.map(({ ended }) => ended));
  }

  private async run(
    handler: JobHandler<JobType>,
    payload: JobPayloads[JobType],
    job: Job,
  ): Promise<JobOutcome> {
    const { id: jobId, abort } = job;
    const { signal } = abort;
    try {
      await handler(payload, {
        jobId,
        owner: null,
        signal,
        progress: async (percent, stage) => void Object.assign(job, { percent, stage }),
        summarise: () => undefined,
      });
      return { status: 'completed', errorCode: null, errorDetails: null };
    } catch (error) {
      if (signal.aborted) return { status: 'cancelled', errorCode: null, errorDetails: null };
      if (!(error instanceof AppError))
        return { status: 'failed', errorCode: 'INTERNAL_ERROR', errorDetails: {} };
      return { status: 'failed', errorCode: error.code, errorDetails: { ...error.details } };
    }
  }
}
