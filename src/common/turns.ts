import type { Sliced } from '../domain/kernel/slices';

/** A longer computation delays other requests noticeably. */
const TURN_MS = 4;

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

/** Items between two looks at the clock, at most: a look takes as long as a short visit. */
const MOST_UNTIMED = 32;

/** Visits a long list, and yields to other requests after each time slice. */
export async function eachInTurns<T>(items: Iterable<T>, visit: (item: T) => void): Promise<void> {
  let beganAt = performance.now();
  let lookedAt = beganAt;
  let untimed = 1;
  let left = untimed;
  for (const item of items) {
    visit(item);
    if (--left > 0) continue;
    const now = performance.now();
    untimed = now - lookedAt < 1 ? Math.min(2 * untimed, MOST_UNTIMED) : 1;
    left = untimed;
    lookedAt = now;
    if (now - beganAt < TURN_MS) continue;
    await breathe();
    beganAt = performance.now();
    lookedAt = beganAt;
  }
}

/** As `filter` of a long list. */
export async function filterInTurns<T>(items: readonly T[], keeps: (item: T) => boolean): Promise<T[]> {
  const kept: T[] = [];
  await eachInTurns(items, (item) => {
    if (keeps(item)) kept.push(item);
  });
  return kept;
}
