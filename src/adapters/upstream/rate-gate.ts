import type { Clock } from '../../ports/clock';

export interface Rate {
  /** Calls a second, evenly spaced: a burst across the edge of a second would exceed the upstream's own count. */
  perSecond: number;
  concurrency: number;
}

const PRIORITIES = ['urgent', 'normal', 'last'] as const;
export type Priority = (typeof PRIORITIES)[number];

/** Limits the calls to one upstream. A wait ends with its signal. */
export class RateGate {
  private running = 0;
  private readonly lines: Record<Priority, (() => void)[]> = { urgent: [], normal: [], last: [] };
  /** Monotonic ms from which the next call can start. */
  private freeAt = 0;

  constructor(
    private readonly rate: Rate,
    private readonly clock: Clock,
  ) {}

  async run<T>(task: () => Promise<T>, signal: AbortSignal, priority: Priority = 'normal'): Promise<T> {
    await this.enter(signal, priority);
    try {
      const ms = this.delay();
      if (ms > 0) await this.clock.sleep(ms, signal);
      return await task();
    } finally {
      this.leave();
    }
  }

  /** Reserves the next free time. @returns ms until then */
  private delay(): number {
    const now = this.clock.elapsed();
    const start = Math.max(this.freeAt, now);
    this.freeAt = start + 1000 / this.rate.perSecond;
    return start - now;
  }

  private async enter(signal: AbortSignal, priority: Priority): Promise<void> {
    signal.throwIfAborted();
    if (this.running < this.rate.concurrency) {
      this.running++;
      return;
    }
    const line = this.lines[priority];
    await new Promise<void>((resolve, reject) => {
      const turn = () => {
        signal.removeEventListener('abort', quit);
        resolve();
      };
      const quit = () => {
        line.splice(line.indexOf(turn), 1);
        reject(signal.reason as Error);
      };
      line.push(turn);
      signal.addEventListener('abort', quit, { once: true });
    });
  }

  /** The slot is passed to the next waiting call, so that a new call cannot overtake it. */
  private leave(): void {
    for (const priority of PRIORITIES) {
      const next = this.lines[priority].shift();
      if (next) return next();
    }
    this.running--;
  }
}
