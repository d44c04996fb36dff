import { Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE, DiscoveryModule } from '@nestjs/core';
import { AccessCensus } from './access-census';
import { ErrorFilter } from './filters/error.filter';
import { AuthGuard } from './guards/auth.guard';
import { HealthController } from './health.controller';
import { DeadlineInterceptor } from './interceptors/deadline.interceptor';
import { EnvelopeInterceptor } from './interceptors/envelope.interceptor';
import { Readiness } from './readiness';
import { EdgeValidationPipe } from './validation.pipe';

/**
 * The edge: one guard chain, one pipe, one envelope, one filter, for every route.
 * Needs Clock and Config; finds the credential verifiers that exist.
 */
@Module({
  imports: [DiscoveryModule],
  controllers: [HealthController],
  providers: [
    AccessCensus,
    Readiness,
    { provide: APP_GUARD, useClass: AuthGuard },
    // The first interceptor is the outermost: the deadline also covers the rendering of the envelope.
    { provide: APP_INTERCEPTOR, useClass: DeadlineInterceptor },
    { provide: APP_INTERCEPTOR, useClass: EnvelopeInterceptor },
    { provide: APP_PIPE, useClass: EdgeValidationPipe },
    { provide: APP_FILTER, useClass: ErrorFilter },
  ],
  exports: [AccessCensus, Readiness],
})
export class HttpModule {}
