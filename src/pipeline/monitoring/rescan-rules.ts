const MINUTE_MS = 60_000;

/** How often watched wallets are read in the background. Bound once; ms unless said. */
export class RescanRules {
  /** Of a wallet something has just happened in. */
  readonly fastMs: number = 5 * MINUTE_MS;
  /** The longest a quiet one waits. */
  readonly slowMs: number = 4 * 60 * MINUTE_MS;
  /** The longest one waits whose reading failed, unless it was slower before. */
  readonly failedMs: number = 30 * MINUTE_MS;
  /** Wallets given out to be read within a minute, over all processes. */
  readonly perMinute: number = 60;
  /** Wallets one process waits for at once: others wait for their own wallets meanwhile. */
  readonly atOnce: number = 2;
  /** Between two looks at the schedule. */
  readonly lookEveryMs: number = 10_000;
  /** Other processes have held the schedule this long at every look: the log reports it. */
  readonly stalledMs: number = 60_000;

  constructor(changes: Partial<RescanRules> = {}) {
    Object.assign(this, changes);
  }
}

/** What a reading brought. */
export interface Reading {
  /** Something is known that was not known before. */
  isActive: boolean;
  /** Some chain could not be read. */
  hasFailed: boolean;
}

/** The pace of a wallet after a reading: fast while something happens, else half as often each time. */
export function nextPace(paceMs: number, { isActive, hasFailed }: Reading, rules: RescanRules): number {
  if (isActive) return rules.fastMs;
  const limit = hasFailed ? Math.max(paceMs, rules.failedMs) : rules.slowMs;
  return Math.min(Math.max(paceMs, rules.fastMs) * 2, limit);
}
