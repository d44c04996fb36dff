import { setImmediate as turn } from 'node:timers/promises';
import type { Timer } from '../../src/ports/clock';
import { FakeClock } from './fake-clock';

class PendingTimer implements Timer {
  constructor(
    readonly work: () => void,
    public due: number,
    readonly everyMs: number | null,
  ) {}

  unref(): this {
    return this;
  }
}

/** A clock that a test drives by hand, timers included: they fire from `tick` only. */
export class TestClock extends FakeClock {
  /** A cache takes a start of 0 ms for no start. */
  private readonly began = this.now() - 1;
  private timers: PendingTimer[] = [];

  override elapsed(): number {
    return this.now() - this.began;
  }

  /** Timers that have not fired. */
  get pending(): number {
    return this.timers.length;
  }

  override setTimeout(work: () => void, ms: number): Timer {
    return this.add(new PendingTimer(work, this.elapsed() + Math.max(0, ms), null));
  }

  override setInterval(work: () => void, ms: number): Timer {
    return this.add(new PendingTimer(work, this.elapsed() + Math.max(1, ms), Math.max(1, ms)));
  }

  override clearTimeout(timer: Timer | null | undefined): void {
    this.timers = this.timers.filter((one) => one !== timer);
  }

  override clearInterval(timer: Timer | null | undefined): void {
    this.clearTimeout(timer);
  }

  /**
   * Lets `ms` pass. Each timer that is due fires at its own time, and what it resolves goes on before the next one
   * fires. Input and output that it starts is not waited for.
   */
  async tick(ms: number): Promise<void> {
    const until = this.elapsed() + ms;
    await turn();
    for (let next = this.timers[0]; next && next.due <= until; next = this.timers[0]) {
      this.advance(Math.max(0, next.due - this.elapsed()));
      this.clearTimeout(next);
      if (next.everyMs !== null) {
        next.due += next.everyMs;
        this.add(next);
      }
      next.work();
      await turn();
    }
    this.advance(Math.max(0, until - this.elapsed()));
  }

  /** The earliest first; of one time, the one that was set first. */
  private add(timer: PendingTimer): Timer {
    const later = this.timers.findIndex(({ due }) => due > timer.due);
    this.timers.splice(later === -1 ? this.timers.length : later, 0, timer);
    return timer;
  }
}
