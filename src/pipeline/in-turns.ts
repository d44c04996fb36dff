import { breathe } from '../common/turns';

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
