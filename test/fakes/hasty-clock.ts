import { SystemClock } from '../../src/adapters/system/system-clock';

/** Nobody sleeps: neither until the rate of an upstream allows the next call, nor between two attempts. Timers run. */
export class HastyClock extends SystemClock {
  override sleep(_ms: number, signal?: AbortSignal): Promise<void> {
    return super.sleep(0, signal);
  }
}
