interface Entry<T> {
  version: string;
  value: Promise<T>;
  /** 0 while it is being computed. */
  weight: number;
}

/**
 * Caches computed values by key, one version each. The least recently used entries are removed when the total
 * weight exceeds the limit. Concurrent callers of a version share one computation. A failed computation is
 * removed, so that the next call retries.
 */
export class Memo<T> {
  readonly #entries = new Map<string, Entry<T>>();
  #weight = 0;

  constructor(
    private readonly maxWeight: number,
    private readonly weigh: (value: T) => number,
  ) {}

  /** @param version of the input; a different version replaces the entry */
  get(key: string, version: string, compute: () => Promise<T>): Promise<T> {
    const known = this.#entries.get(key);
    if (known?.version === version) {
      this.#entries.delete(key);
      this.#entries.set(key, known);
      return known.value;
    }
    if (known) this.#drop(key, known);
    const entry: Entry<T> = { version, value: compute(), weight: 0 };
    this.#entries.set(key, entry);
    entry.value.then(
      (value) => this.#settle(key, entry, value),
      () => this.#drop(key, entry),
    );
    return entry.value;
  }

  delete(key: string): void {
    const entry = this.#entries.get(key);
    if (entry) this.#drop(key, entry);
  }

  /** @returns the removed values and pending computations of the matching keys */
  forget(matches: (key: string) => boolean): Promise<T>[] {
    const found = [...this.#entries].filter(([key]) => matches(key));
    for (const [key, entry] of found) this.#drop(key, entry);
    return found.map(([, { value }]) => value);
  }

  get size(): number {
    return this.#entries.size;
  }

  #settle(key: string, entry: Entry<T>, value: T): void {
    if (this.#entries.get(key) !== entry) return;
    entry.weight = 1 + this.weigh(value);
    this.#weight += entry.weight;
    for (const [oldest, candidate] of this.#entries) {
      if (this.#weight <= this.maxWeight) return;
      // The newest entry stays even when it alone exceeds the limit: removing it only causes a new
      // computation.
      if (candidate !== entry && candidate.weight > 0) this.#drop(oldest, candidate);
    }
  }

  #drop(key: string, entry: Entry<T>): void {
    if (this.#entries.get(key) !== entry) return;
    this.#entries.delete(key);
    this.#weight -= entry.weight;
  }
}
