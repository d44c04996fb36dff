import type { ThrottlerStorage } from '@nestjs/throttler';
import type { RateCounter, RateVerdict } from '../../ports/rate-counter';

export interface SlidingWindowRecord extends Awaited<ReturnType<ThrottlerStorage['increment']>> {
  verdict: RateVerdict;
}

/** The UTC day of a client, and how many requests this one counts for. */
interface Weighted {
  perDay: number;
  weight: number;
}

/**
 * Storage of @nestjs/throttler over the shared sliding log. The package asks for one window at a time, so a refusal
 * of the day would still cost the minute. Here one call takes both windows, and a refused call costs nothing.
 */
export class SlidingWindowStorage implements ThrottlerStorage {
  constructor(private readonly counter: RateCounter) {}

  /**
   * The last parameter has the limit of the day and the weight. Without it: no limit of the day, one request.
   * @param ttl milliseconds of the rolling window; the log holds one minute
   * @param limit requests per minute
   * @param _blockDuration not used: a client waits until the window allows it again, never longer
   * @returns seconds in `timeToExpire` and `timeToBlockExpire`
   */
  async increment(
    key: string,
    ttl: number,
    limit: number,
    _blockDuration: number,
    _throttlerName: string,
    { perDay, weight }: Weighted = { perDay: Number.MAX_SAFE_INTEGER, weight: 1 },
  ): Promise<SlidingWindowRecord> {
    const verdict = await this.counter.take(key, { perMinute: limit, perDay }, weight);
    return {
      verdict,
      totalHits: limit - verdict.remainingMinute,
      timeToExpire: ttl / 1000,
      isBlocked: verdict.tripped !== null,
      timeToBlockExpire: verdict.retryAfterSeconds,
    };
  }
}
