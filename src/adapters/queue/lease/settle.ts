import { setTimeout as later } from 'node:timers/promises';

const RETRY_MS = 500;

/**
 * Writes the end of claimed work. Retries while the lease can last: after that another process can hold the row.
 * @throws the last error
 */
export async function settle<T>(leaseMs: number, write: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + leaseMs;
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await later(RETRY_MS);
    }
  }
}
