import { Global, Module } from '@nestjs/common';
import { Config } from '../config/env';
import { BundledWallets } from '../ports/bundled-wallets';
import { Cache } from '../ports/cache';
import { Clock } from '../ports/clock';
import { FormPrinter } from '../ports/form-printer';
import { DependencyHealth } from '../ports/health';
import { ExchangeApi } from '../ports/exchanges/exchange-api';
import { ExchangeFiles } from '../ports/exchanges/exchange-files';
import { ToolFiles } from '../ports/exchanges/tool-files';
import { HistoryFiles } from '../ports/upstream/history-files';
import { HistorySource } from '../ports/upstream/history-source';
import { Mailer } from '../ports/upstream/mailer';
import { Metrics } from '../ports/metrics';
import { OutboundHttp } from '../ports/upstream/outbound-http';
import { Payments } from '../ports/upstream/payments';
import { PriceSource } from '../ports/upstream/price-source';
import { RateCounter } from '../ports/rate-counter';
import { RulesVersion } from '../ports/rules-version';
import { RwaMarketSource } from '../ports/upstream/rwa-market-source';
import { Compute } from '../ports/work/compute';
import { ComputeModule } from './compute/compute.module';
import { MemoryCache } from './cache/memory-cache';
import { RedisCache } from './cache/redis-cache';
import { RequestThreadCache } from './cache/request-thread-cache';
import { EventsModule } from './events/events.module';
import { mailerOf } from './mail/mailer.factory';
import { EgressPolicy } from './outbound/egress-policy';
import { GuardedHttp } from './outbound/guarded-http';
import { StandingMetrics } from './metrics/standing-metrics';
import { CcxtExchangeApi } from './exchanges/api/ccxt-exchange-api';
import { ExchangeRules } from './exchanges/api/thread-caller';
import { ThreadExchangeFiles } from './exchanges/thread-exchange-files';
import { ThreadToolFiles } from './exchanges/thread-tool-files';
import { PostgresAndRedisHealth } from './health/dependency-health';
import { StripePayments } from './payments/stripe-payments';
import { InstalledForms } from './pdf/official/installed-forms';
import { ThreadFormPrinter } from './pdf/thread-form-printer';
import { PersistenceModule } from './persistence/persistence.module';
import { CompositeHistorySource, CompositePriceSource, demoWallets } from './providers';
import { EvmHistoryFiles } from './providers/evm/exports/evm.files';
import { LlamaRwaSource } from './providers/rwa/rwa.provider';
import { MemoryRateCounter } from './rate/memory-rate-counter';
import { RedisRateCounter } from './rate/redis-rate-counter';
import { QueueModule } from './queue/queue.module';
import { RedisTimes } from './redis/redis-times';
import { ThreadOffers } from './queue/thread-offers';
import { Resealing } from './system/resealing.store';
import { measuredCalls } from './upstream/measured-calls';
import { UpstreamRules } from './upstream/upstream-rules';
import { SourceRulesVersion } from './system/source-rules-version';
import { SystemClock } from './system/system-clock';
import { RequestThread } from './threads/request-thread';
import { ThreadsModule } from './threads/threads.module';

@Global()
@Module({
  imports: [PersistenceModule, QueueModule, EventsModule, ComputeModule, ThreadsModule],
  providers: [
    { provide: Clock, useClass: SystemClock },
    { provide: RulesVersion, useClass: SourceRulesVersion },
    {
      provide: Cache,
      useFactory: (
        { REDIS_URL }: Config,
        metrics: Metrics,
        { remote }: RequestThread,
        times: RedisTimes,
        clock: Clock,
      ) => {
        const onRead = (isHit: boolean): void =>
          metrics.count('cost_basis_cache_reads_total', { result: isHit ? 'hit' : 'miss' });
        if (REDIS_URL !== undefined) return new RedisCache(REDIS_URL, times.cacheMs, onRead);
        return remote === null ? new MemoryCache(undefined, onRead, clock) : new RequestThreadCache(remote);
      },
      inject: [Config, Metrics, RequestThread, RedisTimes, Clock],
    },
    { provide: HistorySource, useClass: CompositeHistorySource },
    { provide: HistoryFiles, useClass: EvmHistoryFiles },
    { provide: ExchangeFiles, useClass: ThreadExchangeFiles },
    { provide: ToolFiles, useClass: ThreadToolFiles },
    UpstreamRules,
    ExchangeRules,
    { provide: ExchangeApi, useClass: CcxtExchangeApi },
    { provide: PriceSource, useClass: CompositePriceSource },
    { provide: RwaMarketSource, useClass: LlamaRwaSource },
    { provide: BundledWallets, useFactory: demoWallets, inject: [Config] },
    {
      provide: Payments,
      useFactory: (config: Config, clock: Clock, metrics: Metrics, { paymentMs }: UpstreamRules) =>
        new StripePayments(config, clock, { attemptMs: paymentMs, ...measuredCalls(metrics) }),
      inject: [Config, Clock, Metrics, UpstreamRules],
    },
    { provide: Mailer, useFactory: mailerOf, inject: [Config, Clock] },
    {
      provide: RateCounter,
      useFactory: ({ REDIS_URL }: Config, clock: Clock, { rateMs }: RedisTimes) =>
        REDIS_URL === undefined
          ? new MemoryRateCounter(clock)
          : new RedisRateCounter(REDIS_URL, clock, rateMs),
      inject: [Config, Clock, RedisTimes],
    },
    Resealing,
    {
      provide: OutboundHttp,
      useFactory: ({ EGRESS_POLICY, WEBHOOK_ALLOWED_CIDRS }: Config, clock: Clock) =>
        new GuardedHttp(new EgressPolicy(EGRESS_POLICY, WEBHOOK_ALLOWED_CIDRS), undefined, undefined, clock),
      inject: [Config, Clock],
    },
    { provide: DependencyHealth, useClass: PostgresAndRedisHealth },
    StandingMetrics,
    ThreadOffers,
    {
      provide: FormPrinter,
      useFactory: (compute: Compute, { DATA_DIR }: Config) =>
        new ThreadFormPrinter(compute, new InstalledForms(DATA_DIR)),
      inject: [Compute, Config],
    },
  ],
  exports: [
    PersistenceModule,
    QueueModule,
    EventsModule,
    Clock,
    Cache,
    HistorySource,
    HistoryFiles,
    ExchangeFiles,
    ToolFiles,
    ExchangeApi,
    PriceSource,
    RwaMarketSource,
    BundledWallets,
    Payments,
    Mailer,
    RateCounter,
    OutboundHttp,
    DependencyHealth,
    FormPrinter,
    RulesVersion,
  ],
})
export class AdaptersModule {}
