import { Process, Processor } from '@nestjs/bull';
import { Jobs } from '../../ports/work/jobs';
import { QUEUE_OF } from '../../ports/work/work-queues';
import { WalletIndexer } from './wallet-indexer.service';

@Processor(QUEUE_OF.index_wallet)
export class IndexingProcessor {
  constructor(
    private readonly jobs: Jobs,
    private readonly indexer: WalletIndexer,
  ) {}

  @Process('index_wallet')
  indexWallets(): Promise<void> {
    return this.jobs.work('index_wallet', (payload, context) => this.indexer.indexWallet(payload, context));
  }
}
