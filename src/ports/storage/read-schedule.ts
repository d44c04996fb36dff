/** A watched wallet that is due for a read. */
export interface DueWallet {
  /** Id of the entry in the schedule. */
  key: string;
  /** The address as a user wrote it. */
  given: string;
  /** Current interval between two reads, in ms. */
  paceMs: number;
  /** Version of the known data after the last read. It only increases. Null before the first read. */
  seen: number | null;
}

/** The schedule of reads of watched wallets, shared by all processes. All times are ms UTC. */
export abstract class ReadSchedule {
  /**
   * Adds every currently watched wallet (linked, tracked, in a portfolio, or filtered by an active webhook),
   * due at once. Removes wallets that are no longer watched.
   */
  abstract renew(now: number, firstPaceMs: number): Promise<void>;
  /**
   * Claims due wallets, each for one caller. Takes turns among the users who watch: the user served longest
   * ago comes first, and each user gets one wallet before any user gets a second. A claimed wallet is due
   * again after one interval, also when the caller crashes.
   * @param most maximum number of wallets
   * @param perMinute maximum number of claims of all callers together within one minute
   * @returns null when another process claims at the same time
   */
  abstract claim(now: number, most: number, perMinute: number): Promise<DueWallet[] | null>;
  /** Seconds since the most overdue wallet became due. 0 when none is due. */
  abstract oldestDueSeconds(now: number): Promise<number>;
  /** After a read: sets the next interval and the known version. A removed entry stays removed. */
  abstract settle(key: string, next: { now: number; paceMs: number; seen: number }): Promise<void>;
}
