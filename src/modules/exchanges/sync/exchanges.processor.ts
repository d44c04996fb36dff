import { Process, Processor } from '@nestjs/bull';
import { Jobs } from '../../../ports/work/jobs';
import { QUEUE_OF } from '../../../ports/work/work-queues';
import { ExchangeSyncService } from './exchange-sync.service';
import { ExchangeTrials } from './exchange-trials.service';

@Processor(QUEUE_OF.exchange_sync)
export class ExchangesProcessor {
  constructor(
    private readonly jobs: Jobs,
    private readonly trials: ExchangeTrials,
    private readonly syncs: ExchangeSyncService,
  ) {}

  @Process('exchange_trial')
  tryKeys(): Promise<void> {
    return this.jobs.work('exchange_trial', (payload, context) => this.trials.run(payload, context));
  }

  @Process('exchange_sync')
  syncAccounts(): Promise<void> {
    return this.jobs.work('exchange_sync', (payload, context) => this.syncs.run(payload, context));
  }
}
