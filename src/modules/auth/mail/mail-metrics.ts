import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Metrics } from '../../../ports/metrics';
import { MailOutboxRepository } from './mail-outbox.repository';

@Injectable()
export class MailMetrics implements OnModuleInit {
  constructor(
    private readonly outbox: MailOutboxRepository,
    private readonly metrics: Metrics,
  ) {}

  onModuleInit(): void {
    this.metrics.watch('cost_basis_mails', async () =>
      Object.entries(await this.outbox.backlog()).map(([state, value]) => ({ labels: { state }, value })),
    );
  }
}
