import { randomUUID } from 'node:crypto';
import { Clock } from '../../ports/clock';

/** The machine's clock and random source. */
export class SystemClock extends Clock {
  now(): number {
    return Date.now();
  }

  newId(): string {
    return randomUUID();
  }
}
