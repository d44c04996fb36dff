import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Config } from '../../config/env';
import { BalanceObservations } from '../../ports/storage/balance-observations';
import { BooksStore } from '../../ports/storage/books-store';
import { LedgerStore } from '../../ports/storage/ledger-store';
import { LineageStore } from '../../ports/storage/lineage-store';
import { Overlays } from '../../ports/storage/overlays';
import { MetricsModule } from '../metrics/metrics.module';
import { ComputedBooksRow, ComputedDisposalRow, ComputedLotRow } from './ledgers/books.entity';
import { PostgresBooksStore } from './ledgers/books.store';
import { dataSourceOptions } from './data-source';
import { ChainStateRow, PriceRow, RawRowRow } from './wallets/ledger.entity';
import { PostgresLedgerStore } from './wallets/ledger.store';
import { LineageLinkRow } from './ledgers/lineage.entity';
import { PostgresLineageStore } from './ledgers/lineage.store';
import { BalanceObservationRow } from './wallets/observation.entity';
import { PostgresBalanceObservations } from './wallets/observations.store';
import { PostgresOverlays } from './wallets/overlays.store';
import { PoolMetrics } from './pool-metrics';

/** The connection pool, for every module that keeps tables, and what is known of wallets. */
@Module({
  imports: [
    MetricsModule,
    TypeOrmModule.forRootAsync({
      inject: [Config],
      // The schema was migrated a moment ago: a database that is away now is told at once.
      useFactory: (config: Config) => ({ ...dataSourceOptions(config, 'service'), retryAttempts: 0 }),
    }),
    TypeOrmModule.forFeature([
      ChainStateRow,
      RawRowRow,
      PriceRow,
      LineageLinkRow,
      BalanceObservationRow,
      ComputedBooksRow,
      ComputedLotRow,
      ComputedDisposalRow,
    ]),
  ],
  providers: [
    PoolMetrics,
    { provide: LedgerStore, useClass: PostgresLedgerStore },
    { provide: LineageStore, useClass: PostgresLineageStore },
    { provide: BooksStore, useClass: PostgresBooksStore },
    { provide: BalanceObservations, useClass: PostgresBalanceObservations },
    { provide: Overlays, useClass: PostgresOverlays },
  ],
  exports: [LedgerStore, LineageStore, BooksStore, BalanceObservations, Overlays],
})
export class PersistenceModule {}
