import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { ProcessState } from '../../config/process-state';
import { Metrics } from '../../ports/metrics';
import { WorkLoop } from './work-loop';
import { ClaimWatch } from './claim-watch';
import { JobHandlers } from './job-handlers';
import { JobRules } from './job-rules';
import { type ClaimedJob, JobRepository } from './job.repository';
import { OutcomeWatch } from './outcome-watch';
import { RunningJob } from './running-job';
import { WakeUp } from './wake-up/wake-up';

const FORGET_EVERY_MS = 3_600_000;

/**
 * Claims jobs from Postgres and runs them. It starts with the application in a working process. When it
 * stops, it releases unfinished jobs.
 */
@Injectable()
export class JobsRunner implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger('Jobs');
  /** A job can be here twice: frozen past its lease, and claimed again by the same process. */
  private readonly running = new Set<RunningJob>();
  private readonly waitingForSlot = new Set<() => void>();
  private readonly timers: NodeJS.Timeout[] = [];
  private stopListening = (): void => undefined;
  /** Two loops, so that a claim of one kind that waits for its lock does not block the other. */
  private readonly loops = [
    new WorkLoop(() => this.claim(() => this.claimOwn())),
    new WorkLoop(() => this.claim(() => this.claimOwned())),
  ];
  private state: 'idle' | 'working' | 'stopping' = 'idle';
  private renewedAt = 0;
  private failures = 0;
  private isFailing = false;
  private readonly watch: ClaimWatch;

  constructor(
    private readonly jobs: JobRepository,
    private readonly handlers: JobHandlers,
    private readonly outcomes: OutcomeWatch,
    private readonly wakeUp: WakeUp,
    private readonly rules: JobRules,
    private readonly process: ProcessState,
    private readonly metrics: Metrics,
  ) {
    this.watch = new ClaimWatch(jobs, rules);
  }

  onApplicationBootstrap(): void {
    if (this.process.runsJobs) this.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.stop();
  }

  start(): void {
    if (this.state !== 'idle') return;
    this.state = 'working';
    this.stopListening = this.wakeUp.listen(() => void this.take());
    this.every(this.rules.pollEveryMs, () => this.poll());
    this.every(this.rules.renewEveryMs, () => this.renew());
    this.every(this.rules.lookForStallsEveryMs, () =>
      this.watch.look(this.handlers.types(), { own: this.free(false), owned: this.free(true) }),
    );
    this.every(FORGET_EVERY_MS, () => this.forget());
    void this.forget();
    void this.take();
  }

  /** Stops claiming, waits for active jobs, then aborts them, then releases them. */
  async stop(): Promise<void> {
    if (this.state === 'stopping') return;
    const wasWorking = this.state === 'working';
    this.state = 'stopping';
    this.stopListening();
    this.notifyFreeSlot();
    if (wasWorking) {
      await this.take();
      await this.settle();
      for (const job of this.running) job.stop('shutdown');
      await this.settle();
      const left = [...this.running].map((job) => job.claim);
      if (left.length > 0) await this.jobs.release(left).catch(() => undefined);
    }
    for (const timer of this.timers) clearInterval(timer);
    this.outcomes.close();
  }

  /** Resolves when a slot is free or the process stops. */
  async freeSlot(): Promise<void> {
    if (this.state !== 'working' || this.free(false) > 0) return;
    await new Promise<void>((resolve) => this.waitingForSlot.add(resolve));
  }

  private async poll(): Promise<void> {
    const before = this.failures;
    await this.jobs.reclaim(this.rules.maxAttempts);
    await this.take();
    if (!this.isFailing || this.failures > before) return;
    this.isFailing = false;
    this.log.log('The table of jobs can be reached again');
  }

  /** Starts as many queued jobs as slots are free. A call during a claim causes one more claim. */
  async take(): Promise<void> {
    await Promise.all(this.loops.map((loop) => loop.run()));
  }

  private async claim(claims: () => Promise<ClaimedJob[]>): Promise<void> {
    if (this.state !== 'working') return;
    try {
      for (const claim of await claims()) this.begin(claim);
    } catch (error) {
      this.reportOnce(error);
    }
  }

  private async claimOwn(): Promise<ClaimedJob[]> {
    const free = this.free(false);
    return free > 0 ? this.jobs.claim(this.handlers.types(), free, this.rules.leaseMs) : [];
  }

  private async claimOwned(): Promise<ClaimedJob[]> {
    const free = this.free(true);
    const { leaseMs, perOwner } = this.rules;
    return free > 0 ? this.jobs.claimOwned(this.handlers.types(), free, leaseMs, perOwner) : [];
  }

  /** Free slots. Each kind has its own slots, because user jobs can wait for service jobs. */
  private free(isOwned: boolean): number {
    const taken = [...this.running].filter(({ claim }) => (claim.owner !== null) === isOwned);
    return this.rules.concurrency - taken.length;
  }

  private begin(claim: ClaimedJob): void {
    if (this.running.size === 0) this.renewedAt = performance.now();
    const job = new RunningJob(claim, this.handlers.of(claim.type), this.jobs, this.rules.leaseMs);
    this.running.add(job);
    if (this.state === 'stopping') job.stop('shutdown');
    const beganAt = performance.now();
    void job.work().then((outcome) => {
      this.running.delete(job);
      this.metrics.observe('cost_basis_job_seconds', (performance.now() - beganAt) / 1_000, {
        type: claim.type,
        outcome: outcome?.status ?? 'left',
      });
      if (outcome) this.outcomes.report(claim.id, outcome);
      this.notifyFreeSlot();
      if (this.state === 'working') void this.take();
    });
  }

  /** Aborts jobs whose claim is lost or was not renewed in time: another process can hold them. */
  private async renew(): Promise<void> {
    const held = [...this.running];
    if (held.length === 0) return;
    try {
      const renewed = await this.jobs.renew(
        held.map((job) => job.claim),
        this.rules.leaseMs,
      );
      this.renewedAt = performance.now();
      const answers = new Map(renewed.map((row) => [claimKey(row), row]));
      for (const job of held) {
        const answer = answers.get(claimKey(job.claim));
        if (!answer) job.stop('lost');
        else if (answer.cancelRequested) job.stop('cancelled');
      }
    } catch (error) {
      this.reportOnce(error);
      if (performance.now() - this.renewedAt > this.rules.leaseMs) for (const job of held) job.stop('lost');
    }
  }

  private async forget(): Promise<void> {
    await this.jobs.forget(this.rules.keepDays).catch((error: unknown) => this.reportOnce(error));
  }

  private async settle(): Promise<void> {
    const ends = [...this.running].map((job) => job.ended);
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<void>((resolve) => (timer = setTimeout(resolve, this.rules.graceMs)));
    await Promise.race([Promise.all(ends), limit]);
    clearTimeout(timer);
  }

  private notifyFreeSlot(): void {
    for (const resolve of this.waitingForSlot) resolve();
    this.waitingForSlot.clear();
  }

  private every(ms: number, work: () => Promise<unknown>): void {
    this.timers.push(setInterval(() => void work().catch((error: unknown) => this.reportOnce(error)), ms));
  }

  /** Logs once per outage, and once when it is over. */
  private reportOnce(error: unknown): void {
    this.failures += 1;
    if (!this.isFailing) this.log.warn(`The table of jobs cannot be reached: ${String(error)}`);
    this.isFailing = true;
  }
}

const claimKey = (claim: { id: string; fence: number }): string => `${claim.id}:${claim.fence}`;
