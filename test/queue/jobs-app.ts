import { Global, Module } from '@nestjs/common';
import { bootWorker } from '../../src/bootstrap/boot';
import { createLogger } from '../../src/bootstrap/logger';
import { PersistenceModule } from '../../src/adapters/persistence/persistence.module';
import { JobRules } from '../../src/adapters/queue/job-rules';
import { QueueModule } from '../../src/adapters/queue/queue.module';
import { ConfigModule } from '../../src/config/config.module';
import type { Config } from '../../src/config/env';
import { SystemClock } from '../../src/adapters/system/system-clock';
import { Readiness } from '../../src/http/health/readiness';
import { Clock } from '../../src/ports/clock';
import { type JobHandler, Jobs } from '../../src/ports/work/jobs';
import { withOverrides } from '../app.factory';

@Global()
@Module({ providers: [{ provide: Clock, useClass: SystemClock }], exports: [Clock] })
class ClockModule {}

/** Short, so that a dead worker is noticed while a test waits. */
export const QUICK = { leaseMs: 1_000, renewEveryMs: 200, pollEveryMs: 100, outcomePollMs: 30, graceMs: 300 };

export interface JobsApp {
  jobs: Jobs;
  close(): Promise<void>;
}

/** The part of the service that works jobs: each test brings its own handler. */
@Module({ imports: [ClockModule, PersistenceModule, QueueModule], providers: [Readiness] })
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
  const create = withOverrides([[JobRules, new JobRules({ ...QUICK, ...rules })]]);
  const { app, stop } = await bootWorker({
    config,
    logger: createLogger(config.LOG_LEVEL),
    runsJobs: handler !== null,
    onFatal: (reason) => {
      throw reason;
    },
    create: async (_module, options) => {
      const part = await create({ module: JobsOnly, imports: [ConfigModule.forRoot(config)] }, options);
      if (handler) part.get(Jobs).handle('index_wallet', handler);
      return part;
    },
  });
  return { jobs: app.get(Jobs), close: stop };
}

export const index = (jobs: Jobs, key: string): Promise<{ jobId: string }> =>
  jobs.enqueue('index_wallet', key, { address: key, given: key });
