import { Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE, DiscoveryModule } from '@nestjs/core';
import { ThrottlerModule } from '@nestjs/throttler';
import { RouteAccessTable } from './auth/route-access-table';
import { ErrorFilter } from './errors/error.filter';
import { AccessGuard } from './auth/access.guard';
import { Strategies } from './auth/strategies';
import { RateLimitGuard } from './rate-limit/rate-limit.guard';
import { HealthController } from './health/health.controller';
import { HealthService } from './health/health.service';
import { DeadlineInterceptor } from './response/deadline.interceptor';
import { EnvelopeInterceptor } from './response/envelope.interceptor';
import { MetricsController } from './health/metrics.controller';
import { RateLimiter } from './rate-limit/rate-limiter';
import { Readiness } from './health/readiness';
import { EdgeValidationPipe } from './validation/validation.pipe';

/**
 * The edge: one guard chain, one pipe, one envelope, one filter, for every route.
 * Needs Clock, Config, Metrics and RateCounter; finds the strategies that verify credentials.
 */
@Module({
  // One entry, so that the guard looks once; the numbers are those of the limiter.
  imports: [DiscoveryModule, ThrottlerModule.forRoot([{ ttl: 60_000, limit: 1 }])],
  controllers: [HealthController, MetricsController],
  providers: [
    RouteAccessTable,
    HealthService,
    RateLimiter,
    Readiness,
    Strategies,
    // In this order: who calls, then how often.
    { provide: APP_GUARD, useClass: AccessGuard },
    { provide: APP_GUARD, useClass: RateLimitGuard },
    // The first interceptor is the outermost: the deadline also covers the rendering of the envelope.
    { provide: APP_INTERCEPTOR, useClass: DeadlineInterceptor },
    { provide: APP_INTERCEPTOR, useClass: EnvelopeInterceptor },
    { provide: APP_PIPE, useClass: EdgeValidationPipe },
    { provide: APP_FILTER, useClass: ErrorFilter },
  ],
  exports: [RouteAccessTable, HealthService, Readiness],
})
export class HttpModule {}
