/**
 * Long work in slices: it yields after each, so that the driver can run other work. The driver decides how
 * long to pause between slices. The result does not depend on it.
 */
export type Sliced<T> = Generator<void, T, void>;

/** Items per slice: some milliseconds of work, also of the slow kind. */
export const SLICE = 100;

/** Runs the work without a pause. */
export function finished<T>(work: Sliced<T>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

/** Maps a long list. */
export function* mapSliced<T, R>(items: readonly T[], map: (item: T) => R): Sliced<R[]> {
  const mapped: R[] = [];
  for (const item of items) {
    mapped.push(map(item));
    if (mapped.length % SLICE === 0) yield;
  }
  return mapped;
}

/** A list in parts of at most `size` items. */
export function* chunks<T>(items: readonly T[], size: number): Generator<T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}
