/** Runs one round of work at a time. Calls during a round cause one more round. */
export class WorkLoop {
  private running: Promise<void> | null = null;
  private isCalledAgain = false;

  /** @param work one round; must not throw */
  constructor(private readonly work: () => Promise<void>) {}

  /** Resolves when a round has ended that started after the call, or that the call joined. */
  async run(): Promise<void> {
    this.isCalledAgain = true;
    this.running ??= this.repeat().finally(() => (this.running = null));
    await this.running;
  }

  /** Resolves when no round is active. */
  async idle(): Promise<void> {
    await this.running;
  }

  private async repeat(): Promise<void> {
    while (this.isCalledAgain) {
      this.isCalledAgain = false;
      await this.work();
    }
  }
}
