/** Work that is asked for more often than it can be done: all who ask during a round get one more between them. */
export class Rounds {
  private running: Promise<void> | null = null;
  private isAsked = false;

  /** @param work one round; must not throw */
  constructor(private readonly work: () => Promise<void>) {}

  ask(): void {
    this.isAsked = true;
    this.running ??= this.run().finally(() => (this.running = null));
  }

  /** Resolves when no round is under way. */
  async ended(): Promise<void> {
    await this.running;
  }

  private async run(): Promise<void> {
    while (this.isAsked) {
      this.isAsked = false;
      await this.work();
    }
  }
}
