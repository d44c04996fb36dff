import { Global, Module } from '@nestjs/common';
import { Config } from '../../config/env';
import { Metrics } from '../../ports/metrics';
import { NoMetrics } from './no-metrics';
import { PrometheusMetrics } from './prometheus-metrics';

/** Provides Metrics to all modules. */
@Global()
@Module({
  providers: [
    {
      provide: Metrics,
      useFactory: ({ METRICS_ENABLED }: Config) =>
        METRICS_ENABLED ? new PrometheusMetrics() : new NoMetrics(),
      inject: [Config],
    },
  ],
  exports: [Metrics],
})
export class MetricsModule {}
