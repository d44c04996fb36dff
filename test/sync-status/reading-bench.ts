import { EvmHistoryFiles } from '../../src/adapters/providers/evm/exports/evm.files';
import { InlineCompute } from '../fakes/inline-compute';
import { FakeOverlays } from '../fakes/fake-overlays';
import { randomUUID } from 'node:crypto';
import { Logger } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { PostgresReadSchedule } from '../../src/adapters/events/read-schedule.store';
import { PostgresBalanceObservations } from '../../src/adapters/persistence/wallets/observations.store';
import { PostgresRawHistoryStore } from '../../src/adapters/persistence/wallets/raw-history.store';
import { ProcessState } from '../../src/common/process-state';
import { loadConfig } from '../../src/config/env';
import { ChainBalances } from '../../src/pipeline/balances/chain-balances.service';
import { EarlyBalances } from '../../src/pipeline/balances/early-balances.service';
import { BalanceComparison } from '../../src/pipeline/balances/balance-comparison.service';
import { BalanceObserver } from '../../src/pipeline/history/balance-observer.service';
import { RescanRules } from '../../src/pipeline/monitoring/rescan-rules';
import { RescanScheduler } from '../../src/pipeline/monitoring/rescan-scheduler';
import { ChainOutages } from '../../src/pipeline/chain-outages.service';
import { HistoryClassifier } from '../../src/pipeline/history/history-classifier.service';
import { HistoryReader } from '../../src/pipeline/history/history-reader.service';
import { IndexingProcessor } from '../../src/pipeline/history/indexing.processor';
import { WalletIndexer } from '../../src/pipeline/history/wallet-indexer.service';
import { FakeBundledWallets } from '../fakes/fake-bundled-wallets';
import { FakeCache } from '../fakes/fake-cache';
import { FakeClock } from '../fakes/fake-clock';
import { FakeJobs } from '../fakes/fake-jobs';
import { ScriptedHistorySource } from '../fakes/scripted-history-source';
import { ScriptedPriceSource } from '../fakes/scripted-price-source';
import { connectDatabase } from '../support/connected';

export interface ReadingBench {
  sql: DataSource;
  clock: FakeClock;
  source: ScriptedHistorySource;
  store: PostgresRawHistoryStore;
  schedule: PostgresReadSchedule;
  /** One more process over the same database. */
  process(rules?: Partial<RescanRules>, state?: ProcessState): RescanScheduler;
  /** Looks, and waits until everything begun has been read. */
  round(service: RescanScheduler): Promise<void>;
  user(): Promise<string>;
  link(user: string, ...addresses: string[]): Promise<void>;
  /** Addresses read since the last call, in order. */
  reads(): string[];
  /** Minutes from now until a wallet is due. */
  dueIn(address: string): Promise<number | null>;
  close(): Promise<void>;
}

/** Background reading over a database of its own; what is read is scripted, and time stands still. */
export async function readingBench(): Promise<ReadingBench> {
  Logger.overrideLogger(false);
  const { sql, close } = await connectDatabase();
  const [clock, source] = [new FakeClock(), new ScriptedHistorySource(['ethereum'])];
  const [store, schedule] = [new PostgresRawHistoryStore(sql, clock), new PostgresReadSchedule(sql)];
  const jobs = new FakeJobs();
  const observations = new PostgresBalanceObservations(sql, clock);
  const overlays = new FakeOverlays();
  const files = new EvmHistoryFiles(new InlineCompute());
  const classifier = new HistoryClassifier(store, source, overlays, files, loadConfig({}), clock);
  const reader = new HistoryReader(store, classifier, overlays, observations, clock);
  const observer = new BalanceObserver(source, store, observations, clock);
  const cache = new FakeCache(clock);
  const early = new EarlyBalances(store, source, new ChainBalances(source, cache), clock, cache);
  const outages = new ChainOutages(cache, new FakeBundledWallets());
  const prices = new ScriptedPriceSource();
  const comparison = new BalanceComparison(source, store, clock);
  const indexer = new WalletIndexer(
    store,
    source,
    prices,
    reader,
    clock,
    observer,
    early,
    outages,
    comparison,
  );
  const indexing = new IndexingProcessor(jobs, indexer);
  jobs.processors = { index_wallet: () => indexing.indexWallets() };
  return {
    sql,
    clock,
    source,
    store,
    schedule,
    process: (rules = {}, state = new ProcessState()) =>
      new RescanScheduler(schedule, jobs, store, source, clock, state, new RescanRules().with(rules)),
    round: async (service) => {
      await service.look();
      await service.idle();
    },
    user: async () => {
      const id = randomUUID();
      await sql.query('INSERT INTO users (id, email) VALUES ($1, $2)', [id, `${id}@example.com`]);
      return id;
    },
    link: async (user, ...addresses) => {
      await sql.query(
        `INSERT INTO linked_wallets (user_id, address, given, created_at)
         SELECT $1, lower(a), a, now() FROM unnest($2::text[]) AS a`,
        [user, addresses],
      );
    },
    reads: () => source.reads.splice(0).map(({ address }) => address),
    dueIn: async (address) => {
      const [row] = await sql.query<{ next: Date }[]>(
        'SELECT next_read_at AS next FROM wallet_reads WHERE address = lower($1)',
        [address],
      );
      return row ? (row.next.getTime() - clock.now()) / 60_000 : null;
    },
    close,
  };
}
