import { SystemClock } from '../../src/adapters/system/system-clock';

/**
 * For an application under test. The time of day stands still until a test moves it; ids count up. Timers run with
 * the machine, as the database and the sockets do: a clock without them is `TestClock`.
 */
export class FakeClock extends SystemClock {
  private issued = 0;
  private moved = 0;

  constructor(private readonly start = Date.UTC(2026, 0, 31, 12)) {
    super();
  }

  override now(): number {
    return this.start + this.moved;
  }

  override elapsed(): number {
    return super.elapsed() + this.moved;
  }

  override newId(): string {
    return `00000000-0000-4000-8000-${String(++this.issued).padStart(12, '0')}`;
  }

  /** Time passes for all who look at the clock: what is kept for some time expires. No timer fires because of it. */
  advance(ms: number): void {
    this.moved += ms;
  }
}
