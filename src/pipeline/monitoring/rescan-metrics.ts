import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../ports/clock';
import { Metrics } from '../../ports/metrics';
import { ReadSchedule } from '../../ports/storage/read-schedule';

/** Delay of the background sync of watched wallets, over the whole service. */
@Injectable()
export class RescanMetrics implements OnModuleInit {
  constructor(
    private readonly schedule: ReadSchedule,
    private readonly clock: Clock,
    private readonly metrics: Metrics,
  ) {}

  onModuleInit(): void {
    this.metrics.watch('cost_basis_wallet_reads_oldest_due_seconds', async () => [
      { labels: {}, value: await this.schedule.oldestDueSeconds(this.clock.now()) },
    ]);
  }
}
