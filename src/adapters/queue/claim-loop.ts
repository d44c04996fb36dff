/** Runs one claim at a time. A call during a claim causes one more claim. */
export class ClaimLoop {
  private running: Promise<void> | null = null;
  private isCalledAgain = false;

  /** @param claim must not throw */
  constructor(private readonly claim: () => Promise<void>) {}

  /** Resolves when a claim has ended that started after the call, or that the call joined. */
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
