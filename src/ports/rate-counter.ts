/** What one client may do in a rolling minute and in a UTC day. Whole numbers of at least 1. */
export interface RateLimits {
  perMinute: number;
  perDay: number;
}

export interface RateVerdict {
  /** Null: let through. Else the limit that was hit; the day when both were, since it lasts longer. */
  tripped: 'minute' | 'day' | null;
  remainingMinute: number;
  remainingDay: number;
  /** Whole seconds after which the same call is let through again if nothing else was; 0 when it was let through. */
  retryAfterSeconds: number;
}

/**
 * Counts calls per client over a rolling 60 seconds and per UTC day, both at once: a call that is refused costs
 * nothing. Never throws: a counter that is away is stood in for.
 * @source spec 8; reliability.md 1.4, D14
 */
export abstract class RateCounter {
  /** @param cost how many calls this one counts for; more than a whole limit counts as that limit */
  abstract take(client: string, limits: RateLimits, cost?: number): Promise<RateVerdict>;
}
