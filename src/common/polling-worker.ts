import type { Clock } from '../ports/clock';

/** Runs one round of work at a time, at an interval or when called. This is the only timer of repeated work. */
export class PollingWorker {
  private readonly ends: (() => void)[] = [];
  private running: Promise<void> | null = null;
  private isCalledAgain = false;
  private isStopped = false;
  private isFailing = false;

  /** @param onError called with the first error of an outage, and not again before a round succeeds */
  constructor(
    private readonly work: () => Promise<unknown>,
    private readonly onError: (error: unknown) => void,
    private readonly onRecovery: () => void = () => undefined,
  ) {}

  /** The timer does not keep the process running. @param firstMs added to the interval before the first round */
  every(clock: Clock, ms: number, firstMs?: number): this {
    const round = (): void => void this.join();
    const rounds = clock.setInterval(round, ms).unref();
    this.ends.push(() => clock.clearInterval(rounds));
    if (firstMs === undefined) return this;
    const first = clock.setTimeout(round, firstMs).unref();
    this.ends.push(() => clock.clearTimeout(first));
    return this;
  }

  pause(): void {
    for (const end of this.ends.splice(0)) end();
  }

  /** Starts a round. A call during a round causes one more. @returns when no round is active any more */
  run(): Promise<void> {
    this.isCalledAgain = true;
    return this.rounds();
  }

  join(): Promise<void> {
    return this.running ?? this.run();
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    this.pause();
    await this.running;
  }

  private async rounds(): Promise<void> {
    this.running ??= this.repeat().finally(() => (this.running = null));
    await this.running;
  }

  private async repeat(): Promise<void> {
    while (this.isCalledAgain && !this.isStopped) {
      this.isCalledAgain = false;
      try {
        await this.work();
        if (this.isFailing) this.onRecovery();
        this.isFailing = false;
      } catch (error) {
        if (!this.isFailing) this.onError(error);
        this.isFailing = true;
      }
    }
  }
}
