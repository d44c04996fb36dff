import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HELD } from '../../../domain/billing/held';
import { Metrics } from '../../../ports/metrics';
import { HeldEventsRepository } from './held-events.repository';

@Injectable()
export class BillingMetrics implements OnModuleInit {
  constructor(
    private readonly held: HeldEventsRepository,
    private readonly metrics: Metrics,
  ) {}

  onModuleInit(): void {
    this.metrics.watch('cost_basis_payment_events_held', async () => {
      const counts = await this.held.counts();
      return Object.keys(HELD).map((reason) => ({ labels: { reason }, value: counts.get(reason) ?? 0 }));
    });
  }
}
