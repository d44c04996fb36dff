import { LRUCache } from 'lru-cache';
import type { Clock } from '../ports/clock';

/**
 * How long another process may accept a revoked credential. An event stream asks every 400 ms and ends within a
 * second. @source reliability.md D17
 */
const BRIEF_MS = 500;
const MAX_ENTRIES = 10_000;

/**
 * Caches answers for half a second from the start of the lookup. Simultaneous callers share one lookup. A failed
 * lookup is not stored, nor one during which the cache is cleared.
 */
export class TtlCache<T> {
  // The box lets null be an answer.
  private readonly entries: LRUCache<string, { value: T }, () => Promise<T>>;

  constructor(clock: Clock, ttl: number = BRIEF_MS) {
    this.entries = new LRUCache({
      max: MAX_ENTRIES,
      ttl,
      perf: { now: () => clock.elapsed() },
      // By default the cache reuses the time that it read for a millisecond of the machine.
      ttlResolution: 0,
      // A caller still gets the answer when the cache is cleared during the lookup.
      ignoreFetchAbort: true,
      fetchMethod: async (_key, _stale, { context: load, options }) => {
        const startedAt = clock.elapsed();
        const value = await load();
        options.ttl = Math.max(1, Math.floor(ttl - (clock.elapsed() - startedAt)));
        return { value };
      },
    });
  }

  async get(key: string, load: () => Promise<T>): Promise<T> {
    return (await this.entries.forceFetch(key, { context: load })).value;
  }

  clear(): void {
    this.entries.clear();
  }
}
