import { randomUUID } from 'node:crypto';
import { Clock } from '../../ports/clock';

/** Clock and random source of the machine. */
export class SystemClock extends Clock {
  now(): number {
    return Date.now();
  }

  newId(): string {
    return randomUUID();
  }
}
