import type { Sliced } from '../domain/kernel/slices';
import { breathe } from './budget';

/** A batch of this size takes at most some tens of milliseconds. */
const STRETCH = 1_000;

/**
 * Maps a long list in batches and yields to other requests between them.
 * @param signal ends the work early when no caller waits for it
 */
export async function mapInTurns<T, R>(
  items: readonly T[],
  map: (item: T) => R,
  signal: AbortSignal,
): Promise<R[]> {
  const mapped: R[] = [];
  for (let start = 0; start < items.length; start += STRETCH) {
    if (start > 0) await breathe();
    signal.throwIfAborted();
    for (const item of items.slice(start, start + STRETCH)) mapped.push(map(item));
  }
  return mapped;
}

/** A longer computation delays other requests noticeably. */
const TURN_MS = 10;

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
