import { Injectable, SetMetadata, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import {
  InjectThrottlerOptions,
  InjectThrottlerStorage,
  ThrottlerGuard,
  ThrottlerStorage,
  type ThrottlerModuleOptions,
  type ThrottlerRequest,
} from '@nestjs/throttler';
import type { Request, Response } from 'express';
import { contextOf } from '../request-context';
import { RateLimiter } from './rate-limiter';

const COST = 'http:cost';

/** A handler that does the work of several requests: how many this one counts for, from its unchecked body. */
export const Costs = (costOf: (body: unknown) => number) => SetMetadata(COST, costOf);

/**
 * The guard of @nestjs/throttler with both limits taken in one step of one shared counter. Its own way counts per
 * route, asks one limit after the other, and blocks for longer than a rolling window lasts.
 * Runs after the guard that knows the caller; `@SkipThrottle()` exempts a route.
 */
@Injectable()
export class RateLimitGuard extends ThrottlerGuard {
  constructor(
    @InjectThrottlerOptions() options: ThrottlerModuleOptions,
    @InjectThrottlerStorage() storage: ThrottlerStorage,
    reflector: Reflector,
    private readonly limiter: RateLimiter,
  ) {
    super(options, storage, reflector);
  }

  /** Pages outside the API are not limited. */
  protected override shouldSkip(execution: ExecutionContext): Promise<boolean> {
    const request = execution.switchToHttp().getRequest<Request>();
    return Promise.resolve(!isLimited(request));
  }

  protected override async handleRequest({ context: execution }: ThrottlerRequest): Promise<boolean> {
    const request = execution.switchToHttp().getRequest<Request>();
    const costOf = this.reflector.get<((body: unknown) => number) | undefined>(COST, execution.getHandler());
    const cost = Math.max(1, costOf?.(request.body) ?? 1);
    await this.limiter.charge(request, execution.switchToHttp().getResponse<Response>(), cost);
    return true;
  }

  override async canActivate(execution: ExecutionContext): Promise<boolean> {
    const isThrough = await super.canActivate(execution);
    // What fails later on a route that is exempt is not charged either.
    contextOf(execution.switchToHttp().getRequest<Request>()).rate ??= 'exempt';
    return isThrough;
  }
}

/** Every path of the API, whatever its letter case. */
export const isLimited = ({ path }: Request): boolean => /^\/api(\/|$)/i.test(path);
