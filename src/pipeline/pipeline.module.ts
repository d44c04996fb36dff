import { Global, Module } from '@nestjs/common';
import { AnswerRules } from './answer-rules';
import { ChainOutages } from './chain-outages.service';
import { ListChangesService } from './changes/list-changes.service';
import { BalanceComparison } from './balances/balance-comparison.service';
import { BalanceObserver } from './history/balance-observer.service';
import { Form8949Service } from './ledger/form-8949.service';
import { ToolComparisons } from './cross-tool/tool-comparisons.service';
import { LawComparisons } from './law/law-comparison.service';
import { LedgerViews } from './ledger/ledger-views.service';
import { ChainBalances } from './balances/chain-balances.service';
import { CurrentPricesService } from './valuation/current-prices.service';
import { EarlyBalances } from './balances/early-balances.service';
import { RescanRules } from './monitoring/rescan-rules';
import { RescanMetrics } from './monitoring/rescan-metrics';
import { RescanScheduler } from './monitoring/rescan-scheduler';
import { HistoryClassifier } from './history/history-classifier.service';
import { HistoryReader } from './history/history-reader.service';
import { IndexingProgressService } from './history/indexing-progress.service';
import { SupposedHistory } from './history/supposed-history.service';
import { IndexingProcessor } from './history/indexing.processor';
import { PricingProcessor } from './history/pricing.processor';
import { JobStarter } from './jobs/job-starter.service';
import { OnChainBalancesService } from './valuation/on-chain-balances.service';
import { PriceWatcher } from './monitoring/price-watcher.service';
import { SnapshotOrders } from './ledger/snapshots/snapshot-orders.service';
import { SnapshotPruning } from './ledger/snapshots/snapshot-pruning.service';
import { SnapshotScopes } from './ledger/snapshots/snapshot-scopes.service';
import { SnapshotWriter } from './ledger/snapshots/snapshot-writer.service';
import { LedgerContentsOf } from './ledger/snapshots/ledger-contents.service';
import { SnapshotContent } from './ledger/snapshots/snapshot-content.service';
import { Snapshots } from './ledger/snapshots.service';
import { SnapshotsProcessor } from './ledger/snapshots.processor';
import { StoredVersions } from './ledger/stored-versions.service';
import { AnswerVersions } from '../ports/storage/answer-versions';
import { DayPrices } from './valuation/day-prices.service';
import { PastBalances } from './valuation/past-balances.service';
import { PastValues } from './valuation/past-values.service';
import { JointHolders } from './valuation/joint-holders.service';
import { ValuationService } from './valuation/valuation.service';
import { WalletHistoryService } from './history/wallet-history.service';
import { WalletIndexer } from './history/wallet-indexer.service';
import { WalletOrders } from './history/wallet-orders.service';
import { LedgerReaders } from './ledger/reader/ledger-readers.service';
import { TaxSummaries } from './ledger/reader/tax-summaries.service';
import { Taxpayers } from './ledger/taxpayers.service';
import { WalletLedgerService } from './ledger/wallet-ledger.service';
import { WalletWatcher } from './monitoring/wallet-watcher.service';

const SERVICES = [
  IndexingProgressService,
  WalletHistoryService,
  LedgerViews,
  Form8949Service,
  LawComparisons,
  ToolComparisons,
  WalletLedgerService,
  Snapshots,
  LedgerReaders,
  TaxSummaries,
  Taxpayers,
  CurrentPricesService,
  ValuationService,
  JointHolders,
  PastValues,
  OnChainBalancesService,
  JobStarter,
  ListChangesService,
];

/** Address -> history -> ledger -> valued holdings. Its ports are bound globally, and so is the one it provides. */
@Global()
@Module({
  providers: [
    ...SERVICES,
    { provide: AnswerVersions, useClass: StoredVersions },
    HistoryClassifier,
    HistoryReader,
    SupposedHistory,
    SnapshotContent,
    LedgerContentsOf,
    SnapshotWriter,
    SnapshotScopes,
    SnapshotPruning,
    SnapshotOrders,
    BalanceComparison,
    BalanceObserver,
    ChainBalances,
    ChainOutages,
    EarlyBalances,
    PastBalances,
    DayPrices,
    WalletIndexer,
    WalletOrders,
    IndexingProcessor,
    PricingProcessor,
    SnapshotsProcessor,
    WalletWatcher,
    PriceWatcher,
    AnswerRules,
    RescanRules,
    RescanScheduler,
    RescanMetrics,
  ],
  exports: [...SERVICES, AnswerVersions, AnswerRules],
})
export class PipelineModule {}
