/**
 * Long work that yields after each slice, so that the driver can run other work. The driver decides how long to
 * pause. The result does not depend on it.
 */
export type Sliced<T> = Generator<void, T, void>;

/** Items per slice: some milliseconds of work, also of the slow kind. */
export const SLICE = 100;

export function finished<T>(work: Sliced<T>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

export function* mapSliced<T, R>(items: readonly T[], map: (item: T) => R): Sliced<R[]> {
  const mapped: R[] = [];
  for (const item of items) {
    mapped.push(map(item));
    if (mapped.length % SLICE === 0) yield;
  }
  return mapped;
}

export function* filterSliced<T>(items: readonly T[], keeps: (item: T) => boolean): Sliced<T[]> {
  const kept: T[] = [];
  for (const part of chunks(items, SORTED_AT_ONCE)) {
    for (const item of part) if (keeps(item)) kept.push(item);
    yield;
  }
  return kept;
}

/** Items sorted between two yields: some milliseconds. */
const SORTED_AT_ONCE = 2_000;

/** Stable, and does not change `items`. Fast for a list that is (nearly) in order. */
export function* sortSliced<T>(items: readonly T[], compare: (a: T, b: T) => number): Sliced<T[]> {
  if (yield* isInOrder(items, compare)) return items.slice();
  let lists: T[][] = [];
  for (const part of chunks(items, SORTED_AT_ONCE)) {
    lists.push(part.sort(compare));
    yield;
  }
  while (lists.length > 1) {
    const merged: T[][] = [];
    for (let i = 0; i < lists.length; i += 2)
      merged.push(yield* mergeSliced(lists[i] ?? [], lists[i + 1] ?? [], compare));
    lists = merged;
  }
  return lists[0] ?? [];
}

function* isInOrder<T>(items: readonly T[], compare: (a: T, b: T) => number): Sliced<boolean> {
  for (let i = 1; i < items.length; i++) {
    if (compare(items[i - 1] as T, items[i] as T) > 0) return false;
    if (i % SORTED_AT_ONCE === 0) yield;
  }
  return true;
}

/** Of equal items, the first list wins. */
export function* mergeSliced<T>(
  a: readonly T[],
  b: readonly T[],
  compare: (a: T, b: T) => number,
): Sliced<T[]> {
  const areInOrder = a.length === 0 || b.length === 0 || compare(a.at(-1) as T, b[0] as T) <= 0;
  if (areInOrder) return a.concat(b);
  const merged: T[] = [];
  let [i, j] = [0, 0];
  while (i < a.length && j < b.length) {
    const isFirst = compare(a[i] as T, b[j] as T) <= 0;
    merged.push((isFirst ? a[i++] : b[j++]) as T);
    if (merged.length % SORTED_AT_ONCE === 0) yield;
  }
  yield;
  return merged.concat(a.slice(i), b.slice(j));
}

export function* chunks<T>(items: readonly T[], size: number): Generator<T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}

/** @returns the length of the list when no element passes. The list is sorted */
export function firstWhere<T>(list: readonly T[], passes: (item: T) => boolean): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (passes(list[middle] as T)) high = middle;
    else low = middle + 1;
  }
  return low;
}
