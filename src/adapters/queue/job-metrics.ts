import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Metrics } from '../../ports/metrics';
import { JobRepository } from './job.repository';
import { JobRules } from './job-rules';

@Injectable()
export class JobMetrics implements OnModuleInit {
  constructor(
    private readonly jobs: JobRepository,
    private readonly rules: JobRules,
    private readonly metrics: Metrics,
  ) {}

  onModuleInit(): void {
    this.metrics.watch('cost_basis_jobs', async () =>
      (await this.jobs.backlog()).map(({ type, state, count }) => ({
        labels: { type, state },
        value: count,
      })),
    );
    this.metrics.watch('cost_basis_jobs_oldest_queued_seconds', async () => {
      const waits = await this.jobs.oldestQueuedSeconds(this.rules.perOwner);
      return [{ labels: {}, value: Math.max(...Object.values(waits)) }];
    });
  }
}
