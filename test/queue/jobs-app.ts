import { Global, Logger, Module } from '@nestjs/common';
import { Test, type TestingModule } from '@nestjs/testing';
import { PersistenceModule } from '../../src/adapters/persistence/persistence.module';
import { JobRules } from '../../src/adapters/queue/job-rules';
import { QueueModule } from '../../src/adapters/queue/queue.module';
import { ConfigModule } from '../../src/config/config.module';
import { Config } from '../../src/config/env';
import { ProcessState } from '../../src/config/process-state';
import { SystemClock } from '../../src/adapters/system/system-clock';
import { Clock } from '../../src/ports/clock';
import { type JobHandler, Jobs } from '../../src/ports/jobs';

@Global()
@Module({ providers: [{ provide: Clock, useClass: SystemClock }], exports: [Clock] })
class ClockModule {}

/** Short, so that a dead worker is noticed while a test waits. */
export const QUICK = { leaseMs: 1_000, renewEveryMs: 200, pollEveryMs: 100, outcomePollMs: 30, graceMs: 300 };

export interface JobsApp {
  jobs: Jobs;
  close(): Promise<void>;
}

/**
 * One process of the service, as far as background work goes.
 * @param handler works jobs of type index_wallet; null: a process that takes requests alone
 */
export async function startJobs(
  config: Config,
  handler: JobHandler<'index_wallet'> | null,
  rules: Partial<JobRules> = {},
): Promise<JobsApp> {
  const app: TestingModule = await Test.createTestingModule({
    imports: [ConfigModule, ClockModule, PersistenceModule, QueueModule],
  })
    .overrideProvider(Config)
    .useValue(config)
    .overrideProvider(JobRules)
    .useValue(new JobRules({ ...QUICK, ...rules }))
    .compile();
  Logger.overrideLogger(false);
  const jobs = app.get(Jobs);
  app.get(ProcessState).runsJobs = handler !== null;
  if (handler) jobs.handle('index_wallet', handler);
  await app.init();
  return { jobs, close: () => app.close() };
}

export const index = (jobs: Jobs, key: string): Promise<{ jobId: string }> =>
  jobs.enqueue('index_wallet', key, { address: key, given: key });
