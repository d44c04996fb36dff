import { BullModule, getQueueToken } from '@nestjs/bull';
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Config } from '../../config/env';
import { JobRecords } from '../../ports/storage/job-records';
import { Jobs } from '../../ports/work/jobs';
import { EventsModule } from '../events/events.module';
import { WAKE_QUEUE } from '../redis/bull-queue';
import { Job } from './job.entity';
import { JobHandlers } from './job-handlers';
import { JobMetrics } from './job-metrics';
import { PostgresJobRecords } from './job-records.store';
import { JobRepository } from './job.repository';
import { JobRules } from './job-rules';
import { JobsRunner } from './jobs-runner';
import { OutcomeWatch } from './outcome-watch';
import { PostgresJobs } from './postgres-jobs';
import { WakeProcessor } from './wake-up/wake.processor';
import { WakeQueue } from './wake-up/wake-queue';
import { WakeUp } from './wake-up/wake-up';

/** Background work: jobs in Postgres, wake-ups through Redis when configured. */
@Module({
  imports: [EventsModule, TypeOrmModule.forFeature([Job]), BullModule.registerQueue()],
  providers: [
    { provide: JobRules, useFactory: () => new JobRules() },
    { provide: WakeUp, useFactory: (config: Config) => new WakeUp(config.REDIS_URL), inject: [Config] },
    { provide: getQueueToken(WAKE_QUEUE), useClass: WakeQueue },
    { provide: Jobs, useClass: PostgresJobs },
    { provide: JobRecords, useClass: PostgresJobRecords },
    JobHandlers,
    JobMetrics,
    JobRepository,
    JobsRunner,
    OutcomeWatch,
    WakeProcessor,
  ],
  exports: [Jobs, JobRecords, JobRepository, JobRules, JobsRunner, WakeUp],
})
export class QueueModule {}
