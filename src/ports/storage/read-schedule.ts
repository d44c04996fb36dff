/** A watched wallet whose turn it is to be read. */
export interface DueWallet {
  /** Names the entry in the schedule. */
  key: string;
  /** The address as somebody wrote it. */
  given: string;
  /** Between two readings so far, ms. */
  paceMs: number;
  /** What was known after the last reading, as a number that grows; null before the first. */
  seen: number | null;
}

/** When watched wallets are read again: one schedule, shared by every process. All moments ms UTC. */
export abstract class ReadSchedule {
  /**
   * Takes in every wallet watched by now (linked, tracked, in a portfolio, named by an active webhook; due at once)
   * and drops those nobody watches any more.
   */
  abstract renew(now: number, firstPaceMs: number): Promise<void>;
  /**
   * Gives out wallets that are due, each to one caller, in turns among those who watch: whoever was served longest
   * ago comes first, one wallet each before anybody's second. What is given out is due again one pace later, whether
   * or not the caller lives to read it.
   * @param most wallets wanted
   * @param perMinute given out to all callers together within any minute
   * @returns null when another process claims at this moment
   */
  abstract claim(now: number, most: number, perMinute: number): Promise<DueWallet[] | null>;
  /** Seconds the most overdue wallet has been due; 0 when none is. */
  abstract oldestDueSeconds(now: number): Promise<number>;
  /** After reading: how soon again, and what is known. An entry that has gone is left gone. */
  abstract settle(key: string, next: { now: number; paceMs: number; seen: number }): Promise<void>;
}
