import { randomUUID } from 'node:crypto';
import { Clock, type Timer } from '../../ports/clock';

export class SystemClock extends Clock {
  now(): number {
    return Date.now();
  }

  elapsed(): number {
    return performance.now();
  }

  newId(): string {
    return randomUUID();
  }

  setTimeout(work: () => void, ms: number): Timer {
    return setTimeout(work, ms);
  }

  setInterval(work: () => void, ms: number): Timer {
    return setInterval(work, ms);
  }

  clearTimeout(timer: Timer | null | undefined): void {
    clearTimeout(timer as NodeJS.Timeout | undefined);
  }

  clearInterval(timer: Timer | null | undefined): void {
    clearInterval(timer as NodeJS.Timeout | undefined);
  }
}
