/** Limits of one client for a rolling minute and a UTC day. Whole numbers of at least 1. */
export interface RateLimits {
  perMinute: number;
  perDay: number;
}

export interface RateVerdict {
  /** Null: allowed. Otherwise the exceeded limit. `day` when both are exceeded, because it lasts longer. */
  tripped: 'minute' | 'day' | null;
  remainingMinute: number;
  remainingDay: number;
  /** Whole seconds until the oldest call of the minute counts no more. 0 without one. */
  resetMinuteSeconds: number;
  /** Whole seconds until the next UTC day. */
  resetDaySeconds: number;
  /** Whole seconds until the same call is allowed again without other calls. 0 when it was allowed. */
  retryAfterSeconds: number;
}

/**
 * Counts calls per client over a rolling 60 seconds and per UTC day, both at once. A rejected call costs
 * nothing. Never throws: a local counter replaces an unavailable one.
 * @source spec 8; reliability.md 1.4, D14
 */
export abstract class RateCounter {
  /** @param cost number of calls that this call counts for. At most one whole limit is charged */
  abstract take(client: string, limits: RateLimits, cost?: number): Promise<RateVerdict>;
}
