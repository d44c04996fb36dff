import { Global, Module } from '@nestjs/common';
import { PipelineModule } from '../../pipeline/pipeline.module';
import { ExchangeInventory } from '../../ports/access/access-inventory';
import { ExchangeAccountsController } from './exchange-accounts.controller';
import { ExchangeAccountsService } from './exchange-accounts.service';
import { AccountReconciliationService } from './account-reconciliation.service';
import { ExchangeConnectionsService } from './exchange-connections.service';
import { ExchangeTrials } from './sync/exchange-trials.service';
import { ExchangeSyncService } from './sync/exchange-sync.service';
import { ExchangesProcessor } from './sync/exchanges.processor';
import { SyncRules } from './sync/sync-rules';
import { SyncScheduler } from './sync/sync-scheduler';
import { StoredExchangeInventory } from './stored-exchange-inventory';

/** Global for the port that the review of access asks. */
@Global()
@Module({
  imports: [PipelineModule],
  controllers: [ExchangeAccountsController],
  providers: [
    ExchangeAccountsService,
    ExchangeConnectionsService,
    AccountReconciliationService,
    ExchangeTrials,
    ExchangeSyncService,
    ExchangesProcessor,
    SyncScheduler,
    SyncRules,
    { provide: ExchangeInventory, useClass: StoredExchangeInventory },
  ],
  exports: [ExchangeInventory],
})
export class ExchangesModule {}
