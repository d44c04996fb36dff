import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Metrics } from '../../ports/metrics';
import { JobRepository } from './job.repository';

/** How much background work there is, in the whole service. */
@Injectable()
export class JobMetrics implements OnModuleInit {
  constructor(
    private readonly jobs: JobRepository,
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
      const queued = (await this.jobs.backlog()).filter(({ state }) => state === 'queued');
      return [{ labels: {}, value: Math.max(0, ...queued.map(({ oldestSeconds }) => oldestSeconds)) }];
    });
  }
}
