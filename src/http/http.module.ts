import { Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE, DiscoveryModule } from '@nestjs/core';
import { ThrottlerModule } from '@nestjs/throttler';
import { Config } from '../config/env';
import { RateCounter } from '../ports/rate-counter';
import { RouteAccessTable } from './auth/route-access-table';
import { ErrorFilter } from './errors/error.filter';
import { AccessGuard } from './auth/access.guard';
import { SpaceGuard } from './spaces/space.guard';
import { Strategies } from './auth/strategies';
import { RateLimitGuard, rateLimitWindow } from './rate-limit/rate-limit.guard';
import { SlidingWindowStorage } from './rate-limit/sliding-window.storage';
import { HealthController } from './health/health.controller';
import { HealthService } from './health/health.service';
import { BodyBudget } from './body/body-budget';
import { BodyReader } from './body/body-reader';
import { BodyInterceptor } from './body/body.interceptor';
import { NetworkLimitGuard } from './rate-limit/network-limit.guard';
import { AnswerCache } from './answers/answer-cache';
import { AnswerCacheInterceptor } from './answers/answer-cache.interceptor';
import { CompletenessInterceptor } from './answers/completeness.interceptor';
import { TimeoutInterceptor } from './response/timeout.interceptor';
import { EnvelopeInterceptor } from './response/envelope.interceptor';
import { UnreadAnswersInterceptor } from './response/unread-answers.interceptor';
import { MetricsController } from './health/metrics.controller';
import { Readiness } from './health/readiness';
import { UndeclaredBody, UndeclaredInputGuard } from './validation/undeclared-input.guard';
import { BodyPipe, QueryPipe } from './validation/validation.pipe';
import { IdempotencyInterceptor } from './idempotency/idempotency.interceptor';

/** Needs Clock, Config, Metrics, PlanLookup, RateCounter and Spaces; finds the strategies that verify credentials. */
@Module({
  imports: [
    DiscoveryModule,
    ThrottlerModule.forRootAsync({
      useFactory: (config: Config, counter: RateCounter) => ({
        throttlers: [rateLimitWindow(config)],
        storage: new SlidingWindowStorage(counter),
      }),
      inject: [Config, RateCounter],
    }),
  ],
  controllers: [HealthController, MetricsController],
  providers: [
    RouteAccessTable,
    AnswerCache,
    HealthService,
    RateLimitGuard,
    Readiness,
    Strategies,
    BodyBudget,
    BodyReader,
    UndeclaredBody,
    // In this order: network, credentials, rate limits, spaces, names of the query.
    { provide: APP_GUARD, useClass: NetworkLimitGuard },
    { provide: APP_GUARD, useClass: AccessGuard },
    { provide: APP_GUARD, useExisting: RateLimitGuard },
    { provide: APP_GUARD, useClass: SpaceGuard },
    { provide: APP_GUARD, useClass: UndeclaredInputGuard },
    // The first interceptor is the outermost: the deadline also covers the body and the rendering of the envelope.
    { provide: APP_INTERCEPTOR, useClass: TimeoutInterceptor },
    { provide: APP_INTERCEPTOR, useClass: UnreadAnswersInterceptor },
    { provide: APP_INTERCEPTOR, useClass: EnvelopeInterceptor },
    { provide: APP_INTERCEPTOR, useClass: AnswerCacheInterceptor },
    { provide: APP_INTERCEPTOR, useClass: CompletenessInterceptor },
    { provide: APP_INTERCEPTOR, useClass: BodyInterceptor },
    { provide: APP_INTERCEPTOR, useClass: IdempotencyInterceptor },
    { provide: APP_PIPE, useClass: QueryPipe },
    { provide: APP_PIPE, useClass: BodyPipe },
    { provide: APP_FILTER, useClass: ErrorFilter },
  ],
  exports: [RouteAccessTable, HealthService, Readiness],
})
export class HttpModule {}
