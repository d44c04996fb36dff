import { Clock } from '../../src/ports/clock';

/** Stands still until a test moves it; ids count up. */
export class FakeClock extends Clock {
  private issued = 0;

  constructor(private at = Date.UTC(2026, 0, 31, 12)) {
    super();
  }

  now(): number {
    return this.at;
  }

  newId(): string {
    return `00000000-0000-4000-8000-${String(++this.issued).padStart(12, '0')}`;
  }

  advance(ms: number): void {
    this.at += ms;
  }
}
