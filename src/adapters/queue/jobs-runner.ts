import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { PollingWorker } from '../../common/polling-worker';
import { ProcessState } from '../../common/process-state';
import { StoredChanges } from '../../common/stored-changes';
import { isAnonymous } from '../../domain/jobs/requester';
import { Clock } from '../../ports/clock';
import { Metrics } from '../../ports/metrics';
import type { JobHandler, JobType } from '../../ports/work/jobs';
import { WakeUp } from '../../ports/work/wake-up';
import { RequestThread } from '../threads/request-thread';
import { ClaimWatch } from './claim-watch';
import { byKind, JOB_KIND_NAMES, JOB_KINDS, type JobKind, kindOf, kindsOf, serviceKindOf } from './job-kinds';
import { JobRules } from './job-rules';
import { type ClaimedJob, JobRepository } from './job.repository';
import type { Lease } from './lease/lease';
import { LeaseEngine, type LeasedWork } from './lease/lease-engine';
import { OutcomeWatch } from './outcome-watch';
import { RunningJob } from './running-job';
import { HOUR_MS } from '../../domain/kernel/durations';

const PRUNE_EVERY_MS = HOUR_MS;

/** Works on jobs under leases, in a process that runs background work. Each kind of job has its own slots. */
@Injectable()
export class JobsRunner implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger('Jobs');
  private readonly engines: Record<JobKind, LeaseEngine<ClaimedJob>>;
  private readonly watching: PollingWorker;
  private readonly pruning: PollingWorker;
  private readonly waking: PollingWorker;
  private readonly anonymous = byKind(() => 0);

  constructor(
    private readonly jobs: JobRepository,
    private readonly outcomes: OutcomeWatch,
    private readonly wakeUp: WakeUp,
    private readonly rules: JobRules,
    private readonly process: ProcessState,
    private readonly metrics: Metrics,
    private readonly changes: StoredChanges,
    private readonly requestThread: RequestThread,
    private readonly clock: Clock,
  ) {
    const failed = (error: unknown): void =>
      this.log.warn(`The table of jobs cannot be reached: ${String(error)}`);
    this.waking = new PollingWorker(() => this.callProcessors(), failed);
    this.pruning = new PollingWorker(() => jobs.prune(rules.keepDays), failed);
    const work: LeasedWork<ClaimedJob> = {
      renew: (claims) => jobs.renew(claims, rules.leaseMs),
      release: (claims) => jobs.release(claims),
      wake: () => this.waking.run(),
      failed,
    };
    const reaping: LeasedWork<ClaimedJob> = {
      ...work,
      reap: () => jobs.reclaim(rules.maxAttempts),
      recovered: () => this.log.log('The table of jobs can be reached again'),
    };
    this.engines = byKind(
      (kind) =>
        new LeaseEngine(
          kind === 'own' ? reaping : work,
          { ...rules, concurrency: JOB_KINDS[kind].places(rules), abortMs: rules.graceMs },
          clock,
        ),
    );
    const watch = new ClaimWatch(jobs, rules, clock);
    this.watching = new PollingWorker(
      () =>
        watch.look(
          byKind((kind) => this.engines[kind].free),
          byKind((kind) => this.anonymousPlaces(kind)),
        ),
      () => undefined,
    );
  }

  onApplicationBootstrap(): void {
    if (!this.process.runsJobs) return;
    for (const kind of JOB_KIND_NAMES) this.engines[kind].start();
    this.watching.every(this.clock, this.rules.lookForStallsEveryMs);
    void this.pruning.every(this.clock, PRUNE_EVERY_MS).run();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(
      [...Object.values(this.engines), this.waking, this.watching, this.pruning].map((part) => part.stop()),
    );
    this.outcomes.close();
  }

  async work(type: JobType, handler: JobHandler<JobType>): Promise<void> {
    await this.engines[kindOf(type)].freeSlot();
    await Promise.all(
      kindsOf(type).map((kind) =>
        this.engines[kind].take(
          (limit) => this.claim(kind, type, limit),
          (lease) => this.run(lease, handler),
        ),
      ),
    );
  }

  private claim(kind: JobKind, type: JobType, limit: number): Promise<ClaimedJob[]> {
    const { leaseMs, perOwner } = this.rules;
    return kind === 'owned'
      ? this.jobs.claimOwned(type, limit, leaseMs, perOwner)
      : this.jobs.claim(type, limit, leaseMs, this.anonymousPlaces(kind));
  }

  private anonymousPlaces(kind: JobKind): number {
    return Math.max(0, JOB_KINDS[kind].anonymousPlaces(this.rules) - this.anonymous[kind]);
  }

  /** Types with the oldest queued job first, so that no type takes all free slots. */
  private async callProcessors(): Promise<void> {
    for (const type of await this.jobs.queuedTypes()) {
      if (this.engines.own.isWorking) void this.wakeUp.callHere(type);
    }
  }

  private async run(lease: Lease<ClaimedJob>, handler: JobHandler<JobType>): Promise<void> {
    const beganAt = this.clock.elapsed();
    const { id, type, owner, requestedBy } = lease.claim;
    const kind = owner === null ? serviceKindOf(type as JobType) : 'owned';
    const isCounted = owner === null && isAnonymous(requestedBy);
    if (isCounted) this.anonymous[kind]++;
    const running = new RunningJob(lease, this.noted(handler), this.jobs, this.rules, this.clock);
    const outcome = await running.work();
    if (isCounted) this.anonymous[kind]--;
    this.metrics.observe('cost_basis_job_seconds', (this.clock.elapsed() - beganAt) / 1_000, {
      type,
      outcome: outcome?.status ?? 'left',
    });
    if (!outcome) return;
    this.outcomes.report(id, outcome);
    this.requestThread.reportOutcome(id, outcome);
  }

  /** A caller that sees the end of a job must see its stored data. */
  private noted(handler: JobHandler<JobType>): JobHandler<JobType> {
    return async (payload, context) => {
      try {
        return await handler(payload, context);
      } finally {
        this.changes.note();
        this.requestThread.noteChange();
      }
    };
  }
}
