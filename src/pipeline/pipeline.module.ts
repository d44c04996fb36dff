import { Module } from '@nestjs/common';
import { BalanceObserver } from './history/balance-observer.service';
import { BookViews } from './ledger/book-views.service';
import { ChainBalances } from './balances/chain-balances.service';
import { CurrentPricesService } from './valuation/current-prices.service';
import { EarlyBalances } from './balances/early-balances.service';
import { FreshnessRules } from './monitoring/freshness';
import { FreshnessMetrics } from './freshness-metrics';
import { FreshnessService } from './monitoring/freshness.service';
import { HistoryClassifier } from './history/history-classifier.service';
import { HistoryReader } from './history/history-reader.service';
import { IndexingProgressService } from './history/indexing-progress.service';
import { JobStarter } from './jobs/job-starter.service';
import { OnChainBalancesService } from './valuation/on-chain-balances.service';
import { PriceWatcher } from './monitoring/price-watcher.service';
import { ValuationService } from './valuation/valuation.service';
import { WalletHistoryService } from './history/wallet-history.service';
import { WalletIndexer } from './history/wallet-indexer.service';
import { WalletLedgerService } from './ledger/wallet-ledger.service';
import { WalletWatcher } from './monitoring/wallet-watcher.service';

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
