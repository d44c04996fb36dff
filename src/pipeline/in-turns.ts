import type { Sliced } from '../domain/kernel/slices';
import { breathe } from './budget';

/** Few enough that a turn takes some tens of milliseconds at most. */
const STRETCH = 1_000;

/**
 * Maps a long list stretch by stretch, and lets other requests run in between.
 * @param signal ends the work early when nobody waits for it any more
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

/** Computing for longer than this makes others wait noticeably. */
const TURN_MS = 10;

/**
 * Runs sliced work, and lets other requests run whenever it has taken its turn.
 * @param signal ends the work early when nobody waits for it any more
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
