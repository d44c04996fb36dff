import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HELD } from '../../domain/billing/held';
import { Metrics } from '../../ports/metrics';
import { PaymentLedgerRepository } from './payment-ledger.repository';

/** How many payment events are held, in the whole service. */
@Injectable()
export class BillingMetrics implements OnModuleInit {
  constructor(
    private readonly ledger: PaymentLedgerRepository,
    private readonly metrics: Metrics,
  ) {}

  onModuleInit(): void {
    this.metrics.watch('cost_basis_payment_events_held', async () => {
      const counts = await this.ledger.heldCounts();
      return Object.keys(HELD).map((reason) => ({ labels: { reason }, value: counts.get(reason) ?? 0 }));
    });
  }
}
