import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { JobRecords } from '../../ports/storage/job-records';
import { Jobs } from '../../ports/work/jobs';
import { ThreadsModule } from '../threads/threads.module';
import { WakeUpModule } from './wake-up/wake-up.module';
import { JobEntity } from './job.entity';
import { JobMetrics } from './job-metrics';
import { PostgresJobRecords } from './job-records.store';
import { JobRepository } from './job.repository';
import { JobRules } from './job-rules';
import { JobsRunner } from './jobs-runner';
import { OutcomeWatch } from './outcome-watch';
import { PostgresJobs } from './postgres-jobs';

@Module({
  imports: [WakeUpModule, ThreadsModule, TypeOrmModule.forFeature([JobEntity])],
  providers: [
    JobRules,
    { provide: Jobs, useClass: PostgresJobs },
    { provide: JobRecords, useClass: PostgresJobRecords },
    JobMetrics,
    JobRepository,
    JobsRunner,
    OutcomeWatch,
  ],
  exports: [Jobs, JobRecords, JobRepository, JobRules, JobsRunner, OutcomeWatch],
})
export class QueueModule {}
