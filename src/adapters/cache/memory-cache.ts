import { Cache } from '../../ports/cache';

interface Entry {
  json: string;
  expiresAt: number;
}

/** Size limit. Above it the least recently used entries are removed. */
export const MEMORY_CACHE_LIMITS = { entries: 20_000, characters: 64 * 1024 * 1024 } as const;

/** Cache of one process. Values are stored as text, so that a caller cannot change a cached value. */
export class MemoryCache extends Cache {
  private readonly entries = new Map<string, Entry>();
  private characters = 0;

  constructor(
    private readonly limits: { entries: number; characters: number } = MEMORY_CACHE_LIMITS,
    private readonly onRead: (isHit: boolean) => void = () => undefined,
  ) {
    super();
  }

  get<T>(key: string): Promise<T | null> {
    const entry = this.entries.get(key);
    if (entry) this.remove(key, entry);
    const isHit = entry !== undefined && entry.expiresAt > performance.now();
    this.onRead(isHit);
    if (!isHit) return Promise.resolve(null);
    this.put(key, entry);
    return Promise.resolve(JSON.parse(entry.json) as T);
  }

  set<T>(key: string, value: T, ttlMs: number): Promise<void> {
    const old = this.entries.get(key);
    if (old) this.remove(key, old);
    const json = JSON.stringify(value);
    if (ttlMs > 0 && json.length <= this.limits.characters) {
      this.put(key, { json, expiresAt: performance.now() + ttlMs });
      this.shrink();
    }
    return Promise.resolve();
  }

  clear(prefix: string): Promise<number> {
    const gone = [...this.entries].filter(([key]) => key.startsWith(prefix));
    for (const [key, entry] of gone) this.remove(key, entry);
    return Promise.resolve(gone.length);
  }

  private put(key: string, entry: Entry): void {
    this.entries.set(key, entry);
    this.characters += entry.json.length;
  }

  private remove(key: string, entry: Entry): void {
    this.entries.delete(key);
    this.characters -= entry.json.length;
  }

  /**
   * A Map iterates in insertion order, and a hit inserts again: the first entry is the least recently used.
   */
  private shrink(): void {
    for (const [key, entry] of this.entries) {
      if (this.entries.size <= this.limits.entries && this.characters <= this.limits.characters) return;
      this.remove(key, entry);
    }
  }
}
