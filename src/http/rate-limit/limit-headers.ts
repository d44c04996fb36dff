import type { Response } from 'express';
import type { AppError } from '../../domain/kernel/errors';
import type { RateLimits, RateVerdict } from '../../ports/rate-counter';
import { RateLimited } from './rate-limited';

/** Pairs of headers by window. @source spec 7 */
const LIMIT_HEADERS = {
  minute: {
    limit: 'X-RateLimit-Limit-Minute',
    remaining: 'X-RateLimit-Remaining-Minute',
    reset: 'X-RateLimit-Reset-Minute',
  },
  day: {
    limit: 'X-RateLimit-Limit-Day',
    remaining: 'X-RateLimit-Remaining-Day',
    reset: 'X-RateLimit-Reset-Day',
  },
} as const satisfies Record<NonNullable<RateVerdict['tripped']>, Record<string, string>>;

export function setLimitHeaders(response: Response, verdict: RateVerdict, limits: RateLimits): void {
  if (response.headersSent) return;
  response.setHeader(LIMIT_HEADERS.minute.limit, limits.perMinute);
  response.setHeader(LIMIT_HEADERS.minute.remaining, verdict.remainingMinute);
  response.setHeader(LIMIT_HEADERS.minute.reset, verdict.resetMinuteSeconds);
  response.setHeader(LIMIT_HEADERS.day.limit, limits.perDay);
  response.setHeader(LIMIT_HEADERS.day.remaining, verdict.remainingDay);
  response.setHeader(LIMIT_HEADERS.day.reset, verdict.resetDaySeconds);
}

/** A refusal names only the limit that was reached, and when to try again. */
export function setRefusalHeaders(response: Response, refusal: AppError): void {
  for (const headers of Object.values(LIMIT_HEADERS))
    for (const name of Object.values(headers)) response.removeHeader(name);
  const headers =
    refusal instanceof RateLimited
      ? refusal.headers
      : { 'Retry-After': String(Number(refusal.details?.['retry_after_seconds'] ?? 1)) };
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}

export function limitRefusal(
  verdict: RateVerdict,
  limits: RateLimits,
  window: 'minute' | 'day',
): RateLimited {
  const limit = window === 'day' ? limits.perDay : limits.perMinute;
  const left = window === 'day' ? verdict.remainingDay : verdict.remainingMinute;
  return new RateLimited(
    { limit, window, retry_after_seconds: verdict.retryAfterSeconds },
    {
      [LIMIT_HEADERS[window].limit]: String(limit),
      [LIMIT_HEADERS[window].remaining]: String(left),
      [LIMIT_HEADERS[window].reset]: String(verdict.retryAfterSeconds),
    },
  );
}
