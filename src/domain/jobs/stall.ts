export class Stall {
  private since: number | null = null;
  private isReported = false;

  constructor(private readonly limitMs: number) {}

  /** @param now ms of any clock that only advances */
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
