import { Global, Module } from '@nestjs/common';
import { Config } from '../../config/env';
import { Clock } from '../../ports/clock';
import { Metrics } from '../../ports/metrics';
import { NoMetrics } from './no-metrics';
import { PrometheusMetrics } from './prometheus-metrics';

@Global()
@Module({
  providers: [
    {
      provide: Metrics,
      useFactory: ({ METRICS_ENABLED }: Config, clock: Clock) =>
        METRICS_ENABLED ? new PrometheusMetrics(clock) : new NoMetrics(),
      inject: [Config, Clock],
    },
  ],
  exports: [Metrics],
})
export class MetricsModule {}
