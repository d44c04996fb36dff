import { Injectable, SetMetadata, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import {
  InjectThrottlerOptions,
  InjectThrottlerStorage,
  ThrottlerGuard,
  type ThrottlerModuleOptions,
  type ThrottlerRequest,
} from '@nestjs/throttler';
import type { Request, Response } from 'express';
import { Config } from '../../config/env';
import type { RateLimits } from '../../ports/rate-counter';
import { isLocalConsole } from '../console/local-console';
import { contextOf } from '../request-context';
import { clientNetwork, clientOf } from './client';
import { limitRefusal, setLimitHeaders } from './limit-headers';
import type { SlidingWindowRecord, SlidingWindowStorage } from './sliding-window.storage';
import { MINUTE_MS } from '../../domain/kernel/durations';

const WEIGHT = 'http:weight';

/** How many requests one call counts for, from its unchecked body. */
export const Weight = (weightOf: (body: unknown) => number) => SetMetadata(WEIGHT, weightOf);

/** The guard takes the window of the day in the same step. */
export const rateLimitWindow = ({ RATE_LIMIT_RPM }: Config) => ({ ttl: MINUTE_MS, limit: RATE_LIMIT_RPM });

/**
 * Extends @nestjs/throttler as the specification asks: both windows and the weight in one step, one budget per client
 * for all routes, and its own header names. Runs after the access guard. `@SkipThrottle()` exempts a route.
 */
@Injectable()
export class RateLimitGuard extends ThrottlerGuard {
  private readonly limits: Record<'user' | 'partner', RateLimits>;

  constructor(
    @InjectThrottlerOptions() options: ThrottlerModuleOptions,
    @InjectThrottlerStorage() private readonly storage: SlidingWindowStorage,
    reflector: Reflector,
    private readonly config: Config,
  ) {
    super(options, storage, reflector);
    this.limits = {
      user: { perMinute: config.RATE_LIMIT_RPM, perDay: config.RATE_LIMIT_RPD },
      partner: { perMinute: config.PARTNER_RATE_LIMIT_RPM, perDay: config.PARTNER_RATE_LIMIT_RPD },
    };
  }

  override async canActivate(execution: ExecutionContext): Promise<boolean> {
    const isAllowed = await super.canActivate(execution);
    // A failure on an exempt route is not charged either.
    if (!this.weightOf(execution))
      contextOf(execution.switchToHttp().getRequest<Request>()).rate ??= 'exempt';
    return isAllowed;
  }

  /** Call it when the body is read. @throws RateLimited */
  async chargeWeight(execution: ExecutionContext): Promise<void> {
    const weightOf = this.weightOf(execution);
    if (!weightOf) return;
    const request = execution.switchToHttp().getRequest<Request>();
    await this.charge(request, execution.switchToHttp().getResponse<Response>(), weightOf(request.body));
  }

  /**
   * A second call for the same request does nothing.
   * @param weight how many requests this one counts for
   * @throws RateLimited when a limit is reached; the request has then cost nothing
   */
  async charge(request: Request, response: Response, weight = 1): Promise<void> {
    const context = contextOf(request);
    if (context.rate !== null) return;
    context.rate = 'charged';
    const limits = this.limitsOf(request);
    const { verdict } = await this.take(request, weight);
    if (verdict.tripped) throw limitRefusal(verdict, limits, verdict.tripped);
    context.rate = { requestsToday: limits.perDay - verdict.remainingDay };
    setLimitHeaders(response, verdict, limits);
  }

  protected override shouldSkip(execution: ExecutionContext): Promise<boolean> {
    return Promise.resolve(!isLimited(execution.switchToHttp().getRequest<Request>()));
  }

  protected override getTracker(request: Request): Promise<string> {
    // One page of the console is a dozen requests.
    if (isLocalConsole(request, this.config)) return Promise.resolve(`console:${clientNetwork(request.ip)}`);
    return Promise.resolve(clientOf(contextOf(request).caller, request.ip));
  }

  protected override async handleRequest({ context: execution }: ThrottlerRequest): Promise<boolean> {
    const request = execution.switchToHttp().getRequest<Request>();
    const response = execution.switchToHttp().getResponse<Response>();
    if (!this.weightOf(execution) || !(await this.hasRequestsLeft(request)))
      await this.charge(request, response);
    return true;
  }

  private weightOf(execution: ExecutionContext): ((body: unknown) => number) | undefined {
    return this.reflector.get<((body: unknown) => number) | undefined>(WEIGHT, execution.getHandler());
  }

  private async hasRequestsLeft(request: Request): Promise<boolean> {
    const { verdict } = await this.take(request, 0);
    return verdict.remainingMinute > 0 && verdict.remainingDay > 0;
  }

  private async take(request: Request, weight: number): Promise<SlidingWindowRecord> {
    const { perMinute, perDay } = this.limitsOf(request);
    const client = await this.getTracker(request);
    return this.storage.increment(client, MINUTE_MS, perMinute, 0, 'minute', { perDay, weight });
  }

  private limitsOf(request: Request): RateLimits {
    const isPartner = contextOf(request).caller.kind === 'partner';
    return this.limits[isPartner || isLocalConsole(request, this.config) ? 'partner' : 'user'];
  }
}

export const isLimited = ({ path }: Request): boolean => /^\/(api|mcp)(\/|$)/i.test(path);
