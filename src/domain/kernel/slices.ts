/**
 * Long work cut into slices: it stops after each, so that whoever drives it may let others have their turn. How long
 * it rests between two slices is the driver's affair; what comes of it is not changed by that.
 */
export type Sliced<T> = Generator<void, T, void>;

/** Items gone through between two stops: some milliseconds of work. */
export const SLICE = 500;

/** Without a rest. */
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
