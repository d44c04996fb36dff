import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Config } from '../../config/env';
import type { Principal } from '../../domain/access/principal';
import { RateCounter, type RateLimits, type RateVerdict } from '../../ports/rate-counter';
import { clientNetwork } from './client-network';
import { RateLimited } from './rate-limited';
import { contextOf } from '../request-context';

/** Pairs of headers by window. @source spec 7 */
export const RATE_HEADERS = {
  minute: { limit: 'X-RateLimit-Limit-Minute', remaining: 'X-RateLimit-Remaining-Minute' },
  day: { limit: 'X-RateLimit-Limit-Day', remaining: 'X-RateLimit-Remaining-Day' },
} as const satisfies Record<NonNullable<RateVerdict['tripped']>, Record<string, string>>;

/** Charges a request to its client: the user, else the partner, else the network it came from. */
@Injectable()
export class RateLimiter {
  private readonly limits: Record<'user' | 'partner', RateLimits>;

  constructor(
    private readonly counter: RateCounter,
    config: Config,
  ) {
    this.limits = {
      user: { perMinute: config.RATE_LIMIT_RPM, perDay: config.RATE_LIMIT_RPD },
      partner: { perMinute: config.PARTNER_RATE_LIMIT_RPM, perDay: config.PARTNER_RATE_LIMIT_RPD },
    };
  }

  /**
   * Once per request: a second call does nothing.
   * @param cost how many requests this one counts for
   * @throws RateLimited when a limit is reached; the request has then cost nothing
   */
  async charge(request: Request, response: Response, cost = 1): Promise<void> {
    const context = contextOf(request);
    if (context.rate !== null) return;
    context.rate = 'charged';
    const limits = this.limits[context.principal.kind === 'partner' ? 'partner' : 'user'];
    const verdict = await this.counter.take(clientOf(context.principal, request.ip), limits, cost);
    if (verdict.tripped) throw refusal(verdict, limits, verdict.tripped);
    context.rate = { requestsToday: limits.perDay - verdict.remainingDay };
    if (response.headersSent) return;
    response.setHeader(RATE_HEADERS.minute.limit, limits.perMinute);
    response.setHeader(RATE_HEADERS.minute.remaining, verdict.remainingMinute);
    response.setHeader(RATE_HEADERS.day.limit, limits.perDay);
    response.setHeader(RATE_HEADERS.day.remaining, verdict.remainingDay);
  }
}

/** All credentials of a user count together: keys must not multiply the quota. @source api.md 3 */
function clientOf(principal: Principal, ip: string | undefined): string {
  if (principal.kind === 'user' || principal.kind === 'api_key') return `user:${principal.userId}`;
  return principal.kind === 'partner' ? `partner:${principal.partnerId}` : `ip:${clientNetwork(ip)}`;
}

function refusal(verdict: RateVerdict, limits: RateLimits, window: 'minute' | 'day'): RateLimited {
  const limit = window === 'day' ? limits.perDay : limits.perMinute;
  const left = window === 'day' ? verdict.remainingDay : verdict.remainingMinute;
  return new RateLimited(
    { limit, window, retry_after_seconds: verdict.retryAfterSeconds },
    { [RATE_HEADERS[window].limit]: String(limit), [RATE_HEADERS[window].remaining]: String(left) },
  );
}
