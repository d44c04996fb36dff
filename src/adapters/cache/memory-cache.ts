import { LRUCache } from 'lru-cache';
import { Cache } from '../../ports/cache';
import type { Clock } from '../../ports/clock';
import { SystemClock } from '../system/system-clock';

/** Above a limit the least recently used entries are removed. */
const MEMORY_CACHE_LIMITS = { entries: 20_000, characters: 64 * 1024 * 1024 } as const;

/** Values are stored as text, so that a caller cannot change a cached value. */
export class MemoryCache extends Cache {
  private readonly entries: LRUCache<string, string>;

  constructor(
    { entries, characters }: { entries: number; characters: number } = MEMORY_CACHE_LIMITS,
    private readonly onRead: (isHit: boolean) => void = () => undefined,
    clock: Clock = new SystemClock(),
  ) {
    super();
    this.entries = new LRUCache({
      max: entries,
      maxSize: characters,
      sizeCalculation: (json) => json.length,
      perf: { now: () => clock.elapsed() },
      ttlResolution: 0,
    });
  }

  get<T>(key: string): Promise<T | null> {
    const json = this.entries.get(key);
    this.onRead(json !== undefined);
    return Promise.resolve(json === undefined ? null : (JSON.parse(json) as T));
  }

  set<T>(key: string, value: T, ttlMs: number): Promise<void> {
    if (ttlMs > 0) this.entries.set(key, JSON.stringify(value), { ttl: ttlMs });
    else this.entries.delete(key);
    return Promise.resolve();
  }

  clear(prefix: string): Promise<number> {
    const found = [...this.entries.keys()].filter((key) => key.startsWith(prefix));
    for (const key of found) this.entries.delete(key);
    return Promise.resolve(found.length);
  }
}
