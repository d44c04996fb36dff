import { Injectable } from '@nestjs/common';
import { PollingWorker } from '../../common/polling-worker';
import { ProcessState } from '../../common/process-state';
import { AppError } from '../../domain/kernel/errors';
import { Clock } from '../../ports/clock';
import type { JobOutcome } from '../../ports/work/jobs';
import { JobThread } from '../threads/job-thread';
import { JobRepository } from './job.repository';
import { JobRules } from './job-rules';

interface Waiter {
  resolve(outcome: JobOutcome | null): void;
  reject(error: unknown): void;
}

/** One query covers all waiting callers. A job that ends in this process is reported at once. */
@Injectable()
export class OutcomeWatch {
  private readonly waiters = new Map<string, Set<Waiter>>();
  private readonly polling = new PollingWorker(
    () => this.lookIfDue(),
    () => undefined,
  );
  private isPolling = false;
  private askedAt = 0;
  private lookedAt = 0;
  private failingSince: number | null = null;
  private closed = false;

  constructor(
    private readonly jobs: JobRepository,
    private readonly rules: JobRules,
    private readonly process: ProcessState,
    private readonly jobThread: JobThread,
    private readonly clock: Clock,
  ) {}

  /** Null when `signal` aborts, or the process shuts down, before the job ends. */
  async wait(jobId: string, signal: AbortSignal): Promise<JobOutcome | null> {
    if (signal.aborted || this.closed) return null;
    const waiters = this.waiters.get(jobId) ?? new Set<Waiter>();
    this.waiters.set(jobId, waiters);
    let waiter: Waiter | undefined;
    let giveUp = (): void => undefined;
    try {
      return await new Promise<JobOutcome | null>((resolve, reject) => {
        waiter = { resolve, reject };
        waiters.add(waiter);
        giveUp = () => resolve(null);
        signal.addEventListener('abort', giveUp, { once: true });
        this.poll();
      });
    } finally {
      signal.removeEventListener('abort', giveUp);
      if (waiter) waiters.delete(waiter);
      if (waiters.size === 0 && this.waiters.get(jobId) === waiters) this.waiters.delete(jobId);
    }
  }

  report(jobId: string, outcome: JobOutcome): void {
    for (const waiter of this.waiters.get(jobId) ?? []) waiter.resolve(outcome);
  }

  close(): void {
    this.closed = true;
    void this.polling.stop();
    for (const waiter of this.everyone()) waiter.resolve(null);
  }

  /** The first query covers all callers of this moment. */
  private poll(): void {
    this.askedAt = this.clock.elapsed();
    if (this.isPolling) return;
    this.isPolling = true;
    this.polling.every(this.clock, this.rules.quickPollMs, 0);
  }

  private async lookIfDue(): Promise<void> {
    const { outcomePollMs, quickForMs } = this.rules;
    const now = this.clock.elapsed();
    // A process that runs jobs, here or in a thread, runs most of those that it waits for.
    const isElsewhere = !this.process.runsJobs && !this.jobThread.isAttached;
    const isQuick = isElsewhere && now - this.askedAt <= quickForMs;
    if (!isQuick && now - this.lookedAt < outcomePollMs) return;
    this.lookedAt = now;
    await this.look();
  }

  private async look(): Promise<void> {
    const ids = [...this.waiters.keys()];
    try {
      if (ids.length > 0) this.answer(ids, await this.jobs.outcomes(ids));
      this.failingSince = null;
    } catch (error) {
      this.failingSince ??= this.clock.elapsed();
      if (this.clock.elapsed() - this.failingSince > this.rules.outageMs) {
        for (const waiter of this.everyone()) waiter.reject(error);
      }
    }
    if (this.waiters.size > 0) return;
    this.isPolling = false;
    this.polling.pause();
  }

  private answer(
    asked: readonly string[],
    { ended, existing }: Awaited<ReturnType<JobRepository['outcomes']>>,
  ): void {
    for (const id of asked) {
      const outcome = ended.get(id);
      if (outcome) this.report(id, outcome);
      else if (!existing.has(id)) {
        const missing = new AppError('RESOURCE_NOT_FOUND', { resource: 'job', job_id: id });
        for (const waiter of this.waiters.get(id) ?? []) waiter.reject(missing);
      }
    }
  }

  private everyone(): Waiter[] {
    return [...this.waiters.values()].flatMap((waiters) => [...waiters]);
  }
}
