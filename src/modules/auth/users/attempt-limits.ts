import { Injectable } from '@nestjs/common';
import { RateLimited } from '../../../http/rate-limit/rate-limited';
import { Clock } from '../../../ports/clock';
import { AttemptsRepository, type AttemptLimit } from './attempts.repository';
import { HOUR_MS, MINUTE_MS } from '../../../domain/kernel/durations';

/**
 * What is limited beyond the general limits. Per address of mail and per network, so that neither many guesses at one
 * account nor one guess at many accounts goes far; an office behind one network can still sign up and log in.
 * @source api.md 3 (extra auth limits)
 */
const LIMITS = {
  'login-email': { limit: 5, windowMs: 15 * MINUTE_MS, window: '15 minutes' },
  'login-network': { limit: 10, windowMs: MINUTE_MS, window: 'minute' },
  'signup-network': { limit: 60, windowMs: HOUR_MS, window: 'hour' },
  'signup-mail': { limit: 5, windowMs: HOUR_MS, window: 'hour' },
  'verify-mail': { limit: 3, windowMs: HOUR_MS, window: 'hour' },
  'reset-mail': { limit: 3, windowMs: HOUR_MS, window: 'hour' },
  'magic-mail': { limit: 5, windowMs: HOUR_MS, window: 'hour' },
} as const satisfies Record<string, AttemptLimit & { window: string }>;

export type LimitName = keyof typeof LIMITS;
/** Which limit, and of whom. */
export type Counted = readonly [name: LimitName, of: string];

/** Refuses who tries too often. */
@Injectable()
export class AttemptLimits {
  constructor(
    private readonly attempts: AttemptsRepository,
    private readonly clock: Clock,
  ) {}

  /** @throws RateLimited when one of them is used up; nothing is counted */
  async check(...counted: readonly Counted[]): Promise<void> {
    const now = this.clock.now();
    const waits = await Promise.all(
      counted.map(([name, of]) => this.attempts.waitMs(`${name}:${of}`, LIMITS[name], now)),
    );
    for (const [i, waitMs] of waits.entries()) {
      const name = counted[i]?.[0];
      if (name && waitMs > 0) throw refusal(name, waitMs);
    }
  }

  /**
   * Counts a failure that has happened.
   * @throws RateLimited when simultaneous ones have used up the limit meanwhile: those beyond it learn nothing
   */
  async note(...counted: readonly Counted[]): Promise<void> {
    const now = this.clock.now();
    await Promise.all(counted.map(([name, of]) => this.attempts.add(`${name}:${of}`, now)));
    for (const [name, of] of counted) {
      const { limit, windowMs } = LIMITS[name];
      const waitMs = await this.attempts.waitMs(`${name}:${of}`, { limit: limit + 1, windowMs }, now);
      if (waitMs > 0) throw refusal(name, waitMs);
    }
  }

  /** @throws RateLimited */
  async take(...[name, of]: Counted): Promise<void> {
    const waitMs = await this.waitMs(name, of);
    if (waitMs > 0) throw refusal(name, waitMs);
  }

  /** As `take`, for a caller who must not learn of it. */
  async allows(...[name, of]: Counted): Promise<boolean> {
    return (await this.waitMs(name, of)) === 0;
  }

  async clear(...[name, of]: Counted): Promise<void> {
    await this.attempts.clear(`${name}:${of}`);
  }

  private waitMs(name: LimitName, of: string): Promise<number> {
    return this.attempts.take(`${name}:${of}`, LIMITS[name], this.clock.now());
  }
}

const refusal = (name: LimitName, waitMs: number): RateLimited =>
  new RateLimited({
    limit: LIMITS[name].limit,
    window: LIMITS[name].window,
    retry_after_seconds: Math.max(1, Math.ceil(waitMs / 1000)),
  });
