import type { Sliced } from '../domain/kernel/slices';

/** A longer computation delays other requests noticeably. */
const TURN_MS = 10;

/** Yields to other requests between two parts of a computation. */
export const breathe = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/**
 * Runs sliced work, and yields to other requests after each time slice.
 * @param signal ends the work early when no caller waits for it
 */
export async function inTurns<T>(work: Sliced<T>, signal?: AbortSignal): Promise<T> {
  let beganAt = performance.now();
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    if (performance.now() - beganAt < TURN_MS) continue;
    await breathe();
    signal?.throwIfAborted();
    beganAt = performance.now();
  }
}
