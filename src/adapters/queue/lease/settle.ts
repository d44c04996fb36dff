import type { Clock } from '../../../ports/clock';

const RETRY_MS = 500;

/** Later another process can hold the row. @throws the last error */
export async function settle<T>(clock: Clock, leaseMs: number, write: () => Promise<T>): Promise<T> {
  const deadline = clock.elapsed() + leaseMs;
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (clock.elapsed() > deadline) throw error;
      await clock.sleep(RETRY_MS);
    }
  }
}
