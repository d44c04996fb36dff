/** One claim at a time. Calls while it claims make it claim once more. */
export class ClaimLoop {
  private running: Promise<void> | null = null;
  private isCalledAgain = false;

  /** @param claim must not throw */
  constructor(private readonly claim: () => Promise<void>) {}

  /** Resolves when a claim that began after the call, or was joined by it, has ended. */
  async run(): Promise<void> {
    this.isCalledAgain = true;
    this.running ??= this.repeat().finally(() => (this.running = null));
    await this.running;
  }

  private async repeat(): Promise<void> {
    while (this.isCalledAgain) {
      this.isCalledAgain = false;
      await this.claim();
    }
  }
}
