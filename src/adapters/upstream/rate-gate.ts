import { setTimeout as sleep } from 'node:timers/promises';

export interface Rate {
  /** Calls a second, evenly spaced once the first second's worth is used. */
  perSecond: number;
  /** Calls under way at once. */
  concurrency: number;
}

/** Lets calls to one upstream through no faster than its rate, in order of arrival. Waiting ends with the signal. */
export class RateGate {
  private running = 0;
  private readonly waiting: (() => void)[] = [];
  /** Monotonic ms at which the allowance is used up; behind now means spare calls. */
  private spentUntil = 0;

  constructor(private readonly rate: Rate) {}

  async run<T>(task: () => Promise<T>, signal: AbortSignal): Promise<T> {
    await this.enter(signal);
    try {
      await sleep(this.delay(), undefined, { signal });
      return await task();
    } finally {
      this.leave();
    }
  }

  /** Books the next free moment. @returns ms until it */
  private delay(): number {
    const stepMs = 1000 / this.rate.perSecond;
    const burstMs = Math.max(0, Math.floor(this.rate.perSecond) - 1) * stepMs;
    const now = performance.now();
    this.spentUntil = Math.max(this.spentUntil, now - burstMs) + stepMs;
    return Math.max(0, this.spentUntil - stepMs - now);
  }

  private async enter(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.running < this.rate.concurrency) {
      this.running++;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const turn = () => {
        signal.removeEventListener('abort', quit);
        resolve();
      };
      const quit = () => {
        this.waiting.splice(this.waiting.indexOf(turn), 1);
        reject(signal.reason as Error);
      };
      this.waiting.push(turn);
      signal.addEventListener('abort', quit, { once: true });
    });
  }

  /** The place is handed on, not freed, so that nobody overtakes. */
  private leave(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.running--;
  }
}
