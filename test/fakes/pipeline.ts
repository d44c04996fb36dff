import { Logger } from '@nestjs/common';
import { parseAddress, type Address } from '../../src/domain/kernel/address';
import { ProcessState } from '../../src/common/process-state';
import { loadConfig, type Config } from '../../src/config/env';
import { HOUR_MS } from '../../src/domain/kernel/durations';
import { AnswerRules } from '../../src/pipeline/answer-rules';
import { partialBudget, wholeBudget } from '../../src/pipeline/budget';
import { BalanceComparison } from '../../src/pipeline/balances/balance-comparison.service';
import { BalanceObserver } from '../../src/pipeline/history/balance-observer.service';
import { ChainBalances } from '../../src/pipeline/balances/chain-balances.service';
import { CurrentPricesService } from '../../src/pipeline/valuation/current-prices.service';
import { EarlyBalances } from '../../src/pipeline/balances/early-balances.service';
import { ChainOutages } from '../../src/pipeline/chain-outages.service';
import { IndexingProcessor } from '../../src/pipeline/history/indexing.processor';
import { PricingProcessor } from '../../src/pipeline/history/pricing.processor';
import { IndexingProgressService } from '../../src/pipeline/history/indexing-progress.service';
import { HistoryClassifier } from '../../src/pipeline/history/history-classifier.service';
import { SupposedHistory } from '../../src/pipeline/history/supposed-history.service';
import { HistoryReader } from '../../src/pipeline/history/history-reader.service';
import { DayPrices } from '../../src/pipeline/valuation/day-prices.service';
import { PastBalances } from '../../src/pipeline/valuation/past-balances.service';
import { PastValues } from '../../src/pipeline/valuation/past-values.service';
import { ValuationService } from '../../src/pipeline/valuation/valuation.service';
import { WalletHistoryService } from '../../src/pipeline/history/wallet-history.service';
import { WalletOrders } from '../../src/pipeline/history/wallet-orders.service';
import { MemoryRateCounter } from '../../src/adapters/rate/memory-rate-counter';
import { WalletIndexer } from '../../src/pipeline/history/wallet-indexer.service';
import { LedgerViews } from '../../src/pipeline/ledger/ledger-views.service';
import { SnapshotsProcessor } from '../../src/pipeline/ledger/snapshots.processor';
import { SnapshotOrders } from '../../src/pipeline/ledger/snapshots/snapshot-orders.service';
import { SnapshotScopes } from '../../src/pipeline/ledger/snapshots/snapshot-scopes.service';
import { SnapshotWriter } from '../../src/pipeline/ledger/snapshots/snapshot-writer.service';
import { SnapshotContent } from '../../src/pipeline/ledger/snapshots/snapshot-content.service';
import { Snapshots } from '../../src/pipeline/ledger/snapshots.service';
import { FakeWalletSnapshots } from './fake-wallet-snapshots';
import { LedgerContentsOf } from '../../src/pipeline/ledger/snapshots/ledger-contents.service';
import { LedgerReaders } from '../../src/pipeline/ledger/reader/ledger-readers.service';
import type { Budget } from '../../src/pipeline/budget';
import type { JointHistory, WalletHistory } from '../../src/pipeline/history/wallet-history';
import { NoLedgers } from './no-ledgers';
import { WalletLedgerService } from '../../src/pipeline/ledger/wallet-ledger.service';
import type { ChainName } from '../../src/domain/kernel/chain';
import { FakeBundledWallets } from './fake-bundled-wallets';
import { FakeCache } from './fake-cache';
import { FakeClock } from './fake-clock';
import { FakeJobs } from './fake-jobs';
import { FakeOverlays } from './fake-overlays';
import { CountedMetrics } from './counted-metrics';
import { EvmHistoryFiles } from '../../src/adapters/providers/evm/exports/evm.files';
import { InlineCompute } from './inline-compute';
import { FakeBalanceObservations } from './fake-balance-observations';
import { FakeRawHistoryStore } from './fake-raw-history-store';
import { ScriptedHistorySource } from './scripted-history-source';
import { ScriptedPriceSource } from './scripted-price-source';

export const WALLET: Address = parseAddress('0x00000000000000000000000000000000000000A1');
export const SAVINGS: Address = parseAddress('0x00000000000000000000000000000000000500A2');

/** The pipeline over fakes: everything real but the ports. */
export class PipelineBench {
  readonly clock = new FakeClock();
  readonly store = new FakeRawHistoryStore();
  readonly observations = new FakeBalanceObservations(this.store);
  readonly jobs = new FakeJobs();
  readonly cache = new FakeCache(this.clock);
  readonly overlays = new FakeOverlays();
  readonly prices = new ScriptedPriceSource();
  readonly bundled = new FakeBundledWallets();
  readonly metrics = new CountedMetrics();
  readonly source: ScriptedHistorySource;
  readonly config: Config;
  readonly indexer: WalletIndexer;
  readonly reader: HistoryReader;
  readonly histories: WalletHistoryService;
  readonly views: LedgerViews;
  readonly stored = new FakeWalletSnapshots();
  readonly rows = new NoLedgers();
  readonly snapshots: Snapshots;
  readonly readers: LedgerReaders;
  readonly ledgers: WalletLedgerService;
  readonly content: SnapshotContent;
  readonly valuation: ValuationService;
  readonly pastValues: PastValues;
  readonly current: CurrentPricesService;
  readonly early: EarlyBalances;
  readonly indexing: IndexingProgressService;
  readonly orders: WalletOrders;
  readonly outages = new ChainOutages(this.cache, this.bundled);

  constructor(
    chains: ChainName[] = ['ethereum'],
    env: Record<string, string> = { PARTIAL_BUDGET_MS: '200' },
    source = new ScriptedHistorySource(chains),
  ) {
    Logger.overrideLogger(false);
    this.config = loadConfig(env);
    this.source = source;
    this.reader = this.newReader();
    const observer = new BalanceObserver(this.source, this.store, this.observations, this.clock);
    const chainBalances = new ChainBalances(this.source, this.cache);
    this.early = new EarlyBalances(this.store, this.source, chainBalances, this.clock, this.cache);
    this.indexer = new WalletIndexer(
      this.store,
      this.source,
      this.prices,
      this.reader,
      this.clock,
      observer,
      this.early,
      this.outages,
      new BalanceComparison(
        this.source,
        this.store,
        this.clock,
        new AnswerRules().with({ comparisonMs: HOUR_MS }),
      ),
    );
    const indexing = new IndexingProcessor(this.jobs, this.indexer);
    const pricing = new PricingProcessor(this.jobs, this.indexer);
    this.jobs.processors = {
      index_wallet: () => indexing.indexWallets(),
      price_wallets: () => pricing.priceWallets(),
      price_days: () => pricing.priceDays(),
    };
    this.indexing = new IndexingProgressService(this.store, this.source, this.jobs);
    const counter = new MemoryRateCounter(this.clock);
    this.orders = new WalletOrders(this.jobs, counter, this.bundled, this.config);
    this.histories = new WalletHistoryService(
      this.store,
      this.source,
      this.reader,
      this.jobs,
      this.clock,
      this.config,
      this.early,
      this.indexing,
      this.orders,
      this.outages,
    );
    this.views = new LedgerViews(this.config);
    this.ledgers = new WalletLedgerService(
      this.histories,
      new SupposedHistory(this.reader, this.jobs, this.clock),
      this.views,
      this.clock,
      this.config,
      this.metrics,
    );
    this.content = new SnapshotContent(this.ledgers, this.views, this.clock);
    this.snapshots = this.newSnapshots('test', new ProcessState(true, this.config.REDIS_URL !== undefined));
    this.readers = new LedgerReaders(this.snapshots, this.rows, this.views, this.clock, this.config);
    this.jobs.processors.compute_snapshot = () =>
      new SnapshotsProcessor(this.jobs, this.snapshots).computeSnapshots();
    this.current = new CurrentPricesService(this.prices, this.cache, this.clock);
    this.valuation = new ValuationService(this.views, this.current, this.bundled, this.clock, this.early);
    this.pastValues = new PastValues(
      this.ledgers,
      new PastBalances(this.ledgers),
      new DayPrices(this.store, this.jobs, this.bundled),
      this.valuation,
      this.clock,
    );
  }

  /** A reader that has read nothing yet. */
  newReader(classifier = this.newClassifier()): HistoryReader {
    return new HistoryReader(this.store, classifier, this.overlays, this.observations, this.clock);
  }

  newClassifier(): HistoryClassifier {
    const files = new EvmHistoryFiles(new InlineCompute());
    return new HistoryClassifier(this.store, this.source, this.overlays, files, this.config, this.clock);
  }

  /** The snapshots of a process that begins now. @param version of its rules */
  newSnapshots(version: string, state: ProcessState): Snapshots {
    const scopes = new SnapshotScopes(
      this.histories,
      this.observations,
      { version },
      this.clock,
      this.config,
    );
    const writer = new SnapshotWriter(
      scopes,
      this.content,
      new LedgerContentsOf(this.views, this.ledgers),
      this.rows,
      this.stored,
      this.clock,
    );
    return new Snapshots(
      this.histories,
      this.ledgers,
      scopes,
      this.content,
      writer,
      this.rows,
      this.stored,
      this.clock,
      this.indexer,
      this.early,
      this.indexing,
      state,
      new SnapshotOrders(this.jobs, this.clock),
      this.metrics,
    );
  }

  async readTogether(addresses: readonly Address[], budget: Budget): Promise<JointHistory> {
    return this.histories.completeTogether(await this.histories.coveredTogether(addresses, budget), budget);
  }

  /** The stored history of a wallet. */
  async storedHistory(subject: Address, owned: readonly Address[] = []): Promise<WalletHistory> {
    return this.histories.completeStored(await this.histories.storedCovered(subject, owned));
  }

  /** A budget that answers partially after PARTIAL_BUDGET_MS. */
  partial(signal = new AbortController().signal) {
    return partialBudget({ startedAt: this.clock.now(), signal }, this.config.PARTIAL_BUDGET_MS);
  }

  /** A budget that waits for the whole history. */
  whole(signal = new AbortController().signal) {
    return wholeBudget({ startedAt: this.clock.now(), signal }, 60_000);
  }
}
