import { Process, Processor } from '@nestjs/bull';
import { Global, Module } from '@nestjs/common';
import { bootWorker } from '../../src/bootstrap/boot';
import { createLogger } from '../../src/bootstrap/logger';
import { PersistenceModule } from '../../src/adapters/persistence/persistence.module';
import { JobRules } from '../../src/adapters/queue/job-rules';
import { QueueModule } from '../../src/adapters/queue/queue.module';
import { BullQueuesModule } from '../../src/adapters/queue/wake-up/bull-queues.module';
import { EventsModule } from '../../src/adapters/events/events.module';
import { ProcessState } from '../../src/common/process-state';
import { ConfigModule } from '../../src/config/config.module';
import type { Config } from '../../src/config/env';
import { HOUR_MS } from '../../src/domain/kernel/durations';
import { SystemClock } from '../../src/adapters/system/system-clock';
import { Readiness } from '../../src/http/health/readiness';
import { Clock } from '../../src/ports/clock';
import { type JobHandler, Jobs } from '../../src/ports/work/jobs';
import { QUEUE_OF } from '../../src/ports/work/work-queues';
import { withOverrides } from '../app.factory';

@Global()
@Module({ providers: [{ provide: Clock, useClass: SystemClock }], exports: [Clock] })
class ClockModule {}

/**
 * Work and its end are noticed soon, and no lease ends by itself, however slow the machine is: a test about a worker that
 * died ends the lease in its row. The grace is short, because a process that a test closes has nothing to finish.
 */
export const QUICK = {
  leaseMs: HOUR_MS,
  renewEveryMs: 200,
  pollEveryMs: 100,
  outcomePollMs: 30,
  outageMs: HOUR_MS,
  graceMs: 300,
};

export interface JobsApp {
  jobs: Jobs;
  close(): Promise<void>;
}

/** Runs jobs of type index_wallet with the handler of a test. */
@Processor(QUEUE_OF.index_wallet)
class TestProcessor {
  constructor(
    private readonly jobs: Jobs,
    private readonly handler: JobHandler<'index_wallet'>,
  ) {}

  @Process('index_wallet')
  process(): Promise<void> {
    return this.jobs.work('index_wallet', this.handler);
  }
}

/** Snapshots that are computed at once. */
@Processor(QUEUE_OF.compute_snapshot)
class TestSnapshots {
  constructor(private readonly jobs: Jobs) {}

  @Process('compute_snapshot')
  process(): Promise<void> {
    return this.jobs.work('compute_snapshot', async () => undefined);
  }
}

/** The part of the service that works jobs: each test brings its own handler. */
@Module({ imports: [ClockModule, PersistenceModule, EventsModule, QueueModule], providers: [Readiness] })
class JobsOnly {}

/**
 * One background process, started as the product starts it.
 * @param handler works jobs of type index_wallet; null: a process that takes requests alone
 */
export async function startJobs(
  config: Config,
  handler: JobHandler<'index_wallet'> | null,
  rules: Partial<JobRules> = {},
): Promise<JobsApp> {
  const create = withOverrides([[JobRules, new JobRules().with({ ...QUICK, ...rules })]]);
  const { app, stop } = await bootWorker({
    config,
    logger: createLogger(config.LOG_LEVEL),
    runsJobs: handler !== null,
    onFatal: (reason) => {
      throw reason;
    },
    create: async (_module, options) => {
      const runsJobs = handler !== null;
      const imports = [
        ConfigModule.forRoot(config, new ProcessState(runsJobs)),
        BullQueuesModule.forRoot(config, runsJobs),
      ];
      const useFactory = (jobs: Jobs) => handler && new TestProcessor(jobs, handler);
      const useSnapshots = (jobs: Jobs) => runsJobs && new TestSnapshots(jobs);
      const providers = [
        { provide: TestProcessor, useFactory, inject: [Jobs] },
        { provide: TestSnapshots, useFactory: useSnapshots, inject: [Jobs] },
      ];
      return create({ module: JobsOnly, imports, providers }, options);
    },
  });
  return { jobs: app.get(Jobs), close: stop };
}

export const index = (jobs: Jobs, key: string): Promise<{ jobId: string }> =>
  jobs.enqueue('index_wallet', key, { address: key, given: key });
