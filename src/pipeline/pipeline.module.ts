import { Module } from '@nestjs/common';
import { BalanceObserver } from './balance-observer.service';
import { BookViews } from './book-views.service';
import { ChainBalances } from './chain-balances.service';
import { CurrentPricesService } from './current-prices.service';
import { EarlyBalances } from './early-balances.service';
import { FreshnessRules } from './freshness';
import { FreshnessMetrics } from './freshness-metrics';
import { FreshnessService } from './freshness.service';
import { HistoryClassifier } from './history-classifier.service';
import { HistoryReader } from './history-reader.service';
import { IndexingProgressService } from './indexing-progress.service';
import { JobStarter } from './job-starter.service';
import { OnChainBalancesService } from './on-chain-balances.service';
import { PriceWatcher } from './price-watcher.service';
import { ValuationService } from './valuation.service';
import { WalletHistoryService } from './wallet-history.service';
import { WalletIndexer } from './wallet-indexer.service';
import { WalletLedgerService } from './wallet-ledger.service';
import { WalletWatcher } from './wallet-watcher.service';

/** Address -> history -> ledger -> valued holdings. The ports it stands on are bound globally. */
@Module({
  providers: [
    HistoryClassifier,
    HistoryReader,
    BalanceObserver,
    ChainBalances,
    EarlyBalances,
    IndexingProgressService,
    WalletIndexer,
    WalletHistoryService,
    BookViews,
    WalletLedgerService,
    CurrentPricesService,
    ValuationService,
    OnChainBalancesService,
    JobStarter,
    WalletWatcher,
    PriceWatcher,
    { provide: FreshnessRules, useFactory: () => new FreshnessRules() },
    FreshnessService,
    FreshnessMetrics,
  ],
  exports: [
    IndexingProgressService,
    WalletHistoryService,
    BookViews,
    WalletLedgerService,
    CurrentPricesService,
    ValuationService,
    OnChainBalancesService,
    JobStarter,
  ],
})
export class PipelineModule {}
