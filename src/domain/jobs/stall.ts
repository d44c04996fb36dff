/**
 * Finds the two events of a wait to log: it has lasted too long, and it has ended. Reports each once,
 * regardless of the number of observations.
 */
export class Stall {
  private since: number | null = null;
  private isReported = false;

  /** @param limitMs a wait of this length is a stall */
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
