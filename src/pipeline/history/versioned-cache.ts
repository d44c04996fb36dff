import { LRUCache } from 'lru-cache';

interface Entry<T> {
  version: string;
  value: Promise<T>;
}

/**
 * Caches computed values by key, one version each. The least recently used entries are removed when the total
 * weight exceeds the limit. Concurrent callers of a version share one computation. A failed computation is
 * removed, so that the next call retries.
 */
export class VersionedCache<T> {
  readonly #entries: LRUCache<string, Entry<T>>;

  constructor(
    private readonly maxWeight: number,
    private readonly weigh: (value: T) => number,
  ) {
    this.#entries = new LRUCache({ maxSize: maxWeight });
  }

  /** @param version of the input; a different version replaces the entry */
  get(key: string, version: string, compute: () => Promise<T>): Promise<T> {
    const known = this.#entries.get(key);
    if (known?.version === version) return known.value;
    const entry: Entry<T> = { version, value: compute() };
    // The weight is known after the computation.
    this.#entries.set(key, entry, { size: 1 });
    entry.value.then(
      (value) => this.#settle(key, entry, value),
      () => this.#isCurrent(key, entry) && this.#entries.delete(key),
    );
    return entry.value;
  }

  /** The entry in the version that it has now. */
  known(key: string): Readonly<Entry<T>> | undefined {
    return this.#entries.peek(key);
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }

  /** @returns the removed values and pending computations of the matching keys */
  forget(matches: (key: string) => boolean): Promise<T>[] {
    const found = [...this.#entries.entries()].filter(([key]) => matches(key));
    for (const [key] of found) this.#entries.delete(key);
    return found.map(([, { value }]) => value);
  }

  get size(): number {
    return this.#entries.size;
  }

  /** A value that alone exceeds the limit stays: removing it only causes a new computation. */
  #settle(key: string, entry: Entry<T>, value: T): void {
    const size = Math.min(1 + this.weigh(value), this.maxWeight);
    if (this.#isCurrent(key, entry)) this.#entries.set(key, { ...entry }, { size });
  }

  #isCurrent(key: string, entry: Entry<T>): boolean {
    return this.#entries.peek(key) === entry;
  }
}
