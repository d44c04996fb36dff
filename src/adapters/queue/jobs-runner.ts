import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { PollingWorker } from '../../config/polling-worker';
import { ProcessState } from '../../config/process-state';
import { isUserJobType } from '../../domain/jobs/user-job';
import { Metrics } from '../../ports/metrics';
import type { JobHandler, JobType } from '../../ports/work/jobs';
import { WakeUp } from '../../ports/work/wake-up';
import { ClaimWatch, JOB_KINDS, type JobKind } from './claim-watch';
import { JobRules } from './job-rules';
import { type ClaimedJob, JobRepository } from './job.repository';
import type { Lease } from './lease/lease';
import { type Lane, LeaseEngine } from './lease/lease-engine';
import { OutcomeWatch } from './outcome-watch';
import { RunningJob } from './running-job';

const FORGET_EVERY_MS = 3_600_000;

/**
 * Does the work of jobs under leases. It starts with the application in a process that runs background work.
 * Service jobs and user jobs have slots of their own, because user jobs can wait for service jobs.
 */
@Injectable()
export class JobsRunner implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger('Jobs');
  private readonly engine: LeaseEngine<ClaimedJob>;
  private readonly lanes: Record<JobKind, Lane<ClaimedJob>>;
  private readonly watching: PollingWorker;
  private readonly forgetting: PollingWorker;
  private readonly waking: PollingWorker;

  constructor(
    private readonly jobs: JobRepository,
    private readonly outcomes: OutcomeWatch,
    private readonly wakeUp: WakeUp,
    private readonly rules: JobRules,
    private readonly process: ProcessState,
    private readonly metrics: Metrics,
  ) {
    const failed = (error: unknown): void =>
      this.log.warn(`The table of jobs cannot be reached: ${String(error)}`);
    this.waking = new PollingWorker(() => this.callProcessors(), failed);
    this.engine = new LeaseEngine(
      {
        reap: () => jobs.reclaim(rules.maxAttempts),
        renew: (claims) => jobs.renew(claims, rules.leaseMs),
        release: (claims) => jobs.release(claims),
      },
      { ...rules, abortMs: rules.graceMs },
      {
        wake: () => this.waking.run(),
        failed,
        recovered: () => this.log.log('The table of jobs can be reached again'),
      },
    );
    const lane = (): Lane<ClaimedJob> => this.engine.lane(rules.concurrency, () => this.waking.run());
    this.lanes = { own: lane(), owned: lane() };
    const watch = new ClaimWatch(jobs, rules);
    this.watching = new PollingWorker(
      () => watch.look({ own: this.lanes.own.free, owned: this.lanes.owned.free }),
      () => undefined,
    );
    this.forgetting = new PollingWorker(() => jobs.forget(rules.keepDays), failed);
  }

  onApplicationBootstrap(): void {
    if (!this.process.runsJobs) return;
    this.engine.start();
    this.watching.every(this.rules.lookForStallsEveryMs);
    void this.forgetting.every(FORGET_EVERY_MS).run();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all([this.engine.stop(), this.waking.stop(), this.watching.stop(), this.forgetting.stop()]);
    this.outcomes.close();
  }

  /** Claims queued jobs of a type when a slot is free, and starts the handler for each. */
  async work(type: JobType, handler: JobHandler<JobType>): Promise<void> {
    await this.lanes[isUserJobType(type) ? 'owned' : 'own'].freeSlot();
    await Promise.all(
      JOB_KINDS.map((kind) =>
        this.lanes[kind].take(
          (limit) => this.claim(kind, type, limit),
          (lease) => this.run(lease, handler),
        ),
      ),
    );
  }

  private claim(kind: JobKind, type: JobType, limit: number): Promise<ClaimedJob[]> {
    const { leaseMs, perOwner } = this.rules;
    return kind === 'own'
      ? this.jobs.claim(type, limit, leaseMs)
      : this.jobs.claimOwned(type, limit, leaseMs, perOwner);
  }

  /** Types with the oldest queued job first, so that no type takes the free slots of all. */
  private async callProcessors(): Promise<void> {
    for (const type of await this.jobs.queuedTypes()) {
      if (this.engine.isWorking) void this.wakeUp.callHere(type);
    }
  }

  private async run(lease: Lease<ClaimedJob>, handler: JobHandler<JobType>): Promise<void> {
    const beganAt = performance.now();
    const { id, type } = lease.claim;
    const outcome = await new RunningJob(lease, handler, this.jobs, this.rules.leaseMs).work();
    this.metrics.observe('cost_basis_job_seconds', (performance.now() - beganAt) / 1_000, {
      type,
      outcome: outcome?.status ?? 'left',
    });
    if (outcome) this.outcomes.report(id, outcome);
  }
}
