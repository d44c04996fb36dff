import { Rules } from '../../common/rules';
import { MINUTE_MS } from '../../domain/kernel/durations';

/** Intervals of background reads of watched wallets. Bound once; in ms unless stated. */
export class RescanRules extends Rules {
  /** Interval for a wallet with recent activity. */
  readonly fastMs: number = 5 * MINUTE_MS;
  /** Maximum interval for an inactive wallet. */
  readonly slowMs: number = 4 * 60 * MINUTE_MS;
  /** Maximum interval after a failed read, unless it was longer before. */
  readonly failedMs: number = 30 * MINUTE_MS;
  /** Wallets assigned per minute, over all processes. */
  readonly perMinute: number = 60;
  /** Wallets that one process waits for at once. Other processes wait for their own. */
  readonly atOnce: number = 2;
  readonly lookEveryMs: number = 10_000;
  /** When other processes hold the schedule lock for this long, it is logged. */
  readonly stalledMs: number = 60_000;
}

export interface Reading {
  /** True when new data was found. */
  isActive: boolean;
  /** True when at least one chain failed. */
  hasFailed: boolean;
}

/** Computes the interval after a read: short after activity, else doubled. */
export function nextPace(paceMs: number, { isActive, hasFailed }: Reading, rules: RescanRules): number {
  if (isActive) return rules.fastMs;
  const limit = hasFailed ? Math.max(paceMs, rules.failedMs) : rules.slowMs;
  return Math.min(Math.max(paceMs, rules.fastMs) * 2, limit);
}
