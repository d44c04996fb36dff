import { Process, Processor } from '@nestjs/bull';
import { Jobs } from '../../ports/work/jobs';
import { QUEUE_OF } from '../../ports/work/work-queues';
import { WalletIndexer } from './wallet-indexer.service';

@Processor(QUEUE_OF.price_wallets)
export class PricingProcessor {
  constructor(
    private readonly jobs: Jobs,
    private readonly indexer: WalletIndexer,
  ) {}

  @Process('price_wallets')
  priceWallets(): Promise<void> {
    return this.jobs.work('price_wallets', (payload, context) => this.indexer.priceWallets(payload, context));
  }

  @Process('price_days')
  priceDays(): Promise<void> {
    return this.jobs.work('price_days', (payload, context) => this.indexer.priceDays(payload, context));
  }
}
