import { Injectable } from '@nestjs/common';
import { RateLimited } from '../../../http/rate-limit/rate-limited';
import { Clock } from '../../../ports/clock';
import { AttemptsRepository, type AttemptLimit } from './attempts.repository';
import { HOUR_MS, MINUTE_MS } from '../../../domain/kernel/durations';

/**
 * Guesses and mails are counted per mail address and network, so a caller elsewhere uses up nothing of the owner of
 * the address. Limits of one address over all networks slow distributed callers down. They do not apply in networks
 * where the account is known (`known-networks.repository`).
 * @source api.md 3 (extra auth limits)
 */
const LIMITS = {
  'login-account-network': { limit: 5, windowMs: 15 * MINUTE_MS, window: '15 minutes' },
  'login-network': { limit: 10, windowMs: MINUTE_MS, window: 'minute' },
  'login-account': { limit: 50, windowMs: HOUR_MS, window: 'hour' },
  'signup-network': { limit: 60, windowMs: HOUR_MS, window: 'hour' },
  /** Wrong codes of one account, at logins from networks where it is not known. */
  otp: { limit: 10, windowMs: HOUR_MS, window: 'hour' },
  'otp-check': { limit: 5, windowMs: 15 * MINUTE_MS, window: '15 minutes' },
  'password-check': { limit: 5, windowMs: 15 * MINUTE_MS, window: '15 minutes' },
  'account-export': { limit: 5, windowMs: HOUR_MS, window: 'hour' },
  /** Mails that one network may order to one address, by kind. */
  'signup-mail': { limit: 5, windowMs: HOUR_MS, window: 'hour' },
  'verify-mail': { limit: 3, windowMs: HOUR_MS, window: 'hour' },
  'reset-mail': { limit: 3, windowMs: HOUR_MS, window: 'hour' },
  'magic-mail': { limit: 5, windowMs: HOUR_MS, window: 'hour' },
  /** Mails of one kind to one address; above the limit they leave at intervals (`mail-pacing.service`). */
  'mail-sent': { limit: 10, windowMs: HOUR_MS, window: 'hour' },
  'mail-interval': { limit: 1, windowMs: 5 * MINUTE_MS, window: '5 minutes' },
} as const satisfies Record<string, AttemptLimit & { window: string }>;

export type LimitName = keyof typeof LIMITS;
export type Counted = readonly [name: LimitName, of: string];

export const ofBoth = (email: string, network: string): string => `${email} ${network}`;

@Injectable()
export class AttemptLimits {
  constructor(
    private readonly attempts: AttemptsRepository,
    private readonly clock: Clock,
  ) {}

  /** Counts nothing. @throws RateLimited when one of the limits is used up */
  async check(...counted: readonly Counted[]): Promise<void> {
    await this.refuseBeyond(0, counted, this.clock.now());
  }

  /** @throws RateLimited when simultaneous failures have used up the limit: the caller then learns nothing */
  async note(...counted: readonly Counted[]): Promise<void> {
    const now = this.clock.now();
    await this.attempts.add(
      counted.map(([name, of]) => `${name}:${of}`),
      now,
    );
    await this.refuseBeyond(1, counted, now);
  }

  /** @throws RateLimited */
  async take(...[name, of]: Counted): Promise<void> {
    const waitMs = await this.waitMs(name, of);
    if (waitMs > 0) throw refusal(name, waitMs);
  }

  /** For a caller who must not learn of the limit. */
  async allows(...[name, of]: Counted): Promise<boolean> {
    return (await this.waitMs(name, of)) === 0;
  }

  async clear(...[name, of]: Counted): Promise<void> {
    await this.attempts.clear(`${name}:${of}`);
  }

  private async refuseBeyond(more: number, counted: readonly Counted[], now: number): Promise<void> {
    const asked = counted.map(([name, of]) => {
      const { limit, windowMs } = LIMITS[name];
      return { key: `${name}:${of}`, limit: limit + more, windowMs };
    });
    const waits = await this.attempts.waitsMs(asked, now);
    for (const [i, [name]] of counted.entries()) {
      const waitMs = waits[i] ?? 0;
      if (waitMs > 0) throw refusal(name, waitMs);
    }
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
