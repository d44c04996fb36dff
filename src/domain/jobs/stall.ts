/**
 * Finds the two moments of a wait that are worth a line in the log: it has lasted too long, and it is over. One
 * line each, however often the wait is observed.
 */
export class Stall {
  private since: number | null = null;
  private isReported = false;

  /** @param limitMs a wait this long is a stall */
  constructor(private readonly limitMs: number) {}

  /**
   * @param now ms of any clock that only advances
   * @returns what to report now; null: nothing
   */
  observe(isWaiting: boolean, now: number): 'stalled' | 'resumed' | null {
    if (!isWaiting) {
      const wasReported = this.isReported;
      this.since = null;
      this.isReported = false;
      return wasReported ? 'resumed' : null;
    }
    this.since ??= now;
    if (this.isReported || now - this.since < this.limitMs) return null;
    this.isReported = true;
    return 'stalled';
  }
}
