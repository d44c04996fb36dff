import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Config } from '../../config/env';
import { Clock } from '../../ports/clock';
import { ChangeFeeds } from '../../ports/storage/change-feeds';
import { BalanceObservations } from '../../ports/storage/balance-observations';
import { RawHistoryStore } from '../../ports/storage/raw-history-store';
import { LineageStore } from '../../ports/storage/lineage-store';
import { ExchangeAccounts } from '../../ports/exchanges/exchange-accounts';
import { ExchangeSyncs } from '../../ports/exchanges/exchange-syncs';
import { isOutage } from '../../ports/storage/outage';
import { Overlays } from '../../ports/storage/overlays';
import { Ledgers } from '../../ports/storage/ledgers/ledgers';
import { WalletSnapshots } from '../../ports/storage/wallet-snapshots';
import { PostgresWalletSnapshots } from './ledgers/wallet-snapshots.store';
import { PostgresLedgers } from './ledgers/ledgers.store';
import { FullDisk } from './full-disk';
import { MetricsModule } from '../metrics/metrics.module';
import { dataSourceOptions } from './data-source';
import { ExchangeAccountEntity, ExchangeRowEntity } from './exchanges/exchange-account.entity';
import { ExchangeCredentialsEntity } from './exchanges/exchange-credentials.entity';
import { PostgresExchangeSyncs } from './exchanges/exchange-syncs.store';
import { PostgresExchangeAccounts } from './exchanges/exchange-accounts.store';
import { ChainStateEntity, PriceEntity, RawRowEntity } from './wallets/raw-history.entity';
import { PostgresRawHistoryStore } from './wallets/raw-history.store';
import { LineageLinkEntity } from './ledgers/lineage.entity';
import { PostgresLineageStore } from './ledgers/lineage.store';
import { BalanceObservationEntity } from './wallets/observation.entity';
import { PostgresBalanceObservations } from './wallets/observations.store';
import { PostgresOverlays } from './wallets/overlays.store';
import { ChangeFeedEntity, ChangeFeedEntryEntity } from './changes/change-feed.entity';
import { PostgresChangeFeeds } from './changes/change-feeds.store';
import { PersistenceRules } from './persistence-rules';
import { PoolMetrics } from './pool-metrics';
import { IdempotentRequests } from '../../ports/storage/requests/idempotent-requests';
import { PostgresIdempotentRequests } from './requests/idempotent-requests.store';
import { IdempotentRequestEntity } from './requests/idempotent-request.entity';

const RETRY_MS = 500;

@Module({ providers: [PersistenceRules], exports: [PersistenceRules] })
class PersistenceRulesModule {}

@Module({
  imports: [
    MetricsModule,
    PersistenceRulesModule,
    TypeOrmModule.forRootAsync({
      imports: [PersistenceRulesModule],
      inject: [Config, PersistenceRules, Clock],
      useFactory: (config: Config, rules: PersistenceRules, clock: Clock) => ({
        ...dataSourceOptions(config, 'service', rules),
        logger: new FullDisk(clock),
        // The start-up of modules can block the loop for longer than the time for a connection.
        retryAttempts: 1 + Math.floor(config.DATABASE_START_TIMEOUT_MS / config.DATABASE_CONNECT_TIMEOUT_MS),
        retryDelay: RETRY_MS,
        toRetry: isOutage,
      }),
    }),
    TypeOrmModule.forFeature([
      ChainStateEntity,
      RawRowEntity,
      PriceEntity,
      LineageLinkEntity,
      BalanceObservationEntity,
      ExchangeAccountEntity,
      ExchangeRowEntity,
      ExchangeCredentialsEntity,
      IdempotentRequestEntity,
      ChangeFeedEntity,
      ChangeFeedEntryEntity,
    ]),
  ],
  providers: [
    PoolMetrics,
    { provide: RawHistoryStore, useClass: PostgresRawHistoryStore },
    { provide: LineageStore, useClass: PostgresLineageStore },
    { provide: BalanceObservations, useClass: PostgresBalanceObservations },
    { provide: Ledgers, useClass: PostgresLedgers },
    { provide: WalletSnapshots, useClass: PostgresWalletSnapshots },
    { provide: Overlays, useClass: PostgresOverlays },
    { provide: ExchangeAccounts, useClass: PostgresExchangeAccounts },
    { provide: ExchangeSyncs, useClass: PostgresExchangeSyncs },
    { provide: IdempotentRequests, useClass: PostgresIdempotentRequests },
    { provide: ChangeFeeds, useClass: PostgresChangeFeeds },
  ],
  exports: [
    PersistenceRulesModule,
    RawHistoryStore,
    LineageStore,
    Ledgers,
    WalletSnapshots,
    BalanceObservations,
    Overlays,
    ExchangeAccounts,
    ExchangeSyncs,
    IdempotentRequests,
    ChangeFeeds,
  ],
})
export class PersistenceModule {}
