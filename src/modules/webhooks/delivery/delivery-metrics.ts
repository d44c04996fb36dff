import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Metrics } from '../../../ports/metrics';
import { BacklogRepository } from './storage/backlog.repository';

@Injectable()
export class DeliveryMetrics implements OnModuleInit {
  constructor(
    private readonly deliveries: BacklogRepository,
    private readonly metrics: Metrics,
  ) {}

  onModuleInit(): void {
    this.metrics.watch('cost_basis_deliveries', async () => {
      const { waiting, due, sending } = await this.deliveries.backlog();
      return Object.entries({ waiting, due, sending }).map(([state, value]) => ({
        labels: { state },
        value,
      }));
    });
    this.metrics.watch('cost_basis_deliveries_oldest_due_seconds', async () => [
      { labels: {}, value: await this.deliveries.overdueSeconds() },
    ]);
  }
}
