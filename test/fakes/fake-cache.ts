import type { Clock } from '../../src/ports/clock';
import { Cache } from '../../src/ports/cache';

/** Keeps JSON text, as a shared cache does, and forgets by the given clock. */
export class FakeCache extends Cache {
  private readonly entries = new Map<string, { text: string; until: number }>();

  constructor(private readonly clock: Clock) {
    super();
  }

  async get<T>(key: string): Promise<T | null> {
    const entry = this.entries.get(key);
    return entry && entry.until > this.clock.now() ? (JSON.parse(entry.text) as T) : null;
  }

  async set<T>(key: string, value: T, ttlMs: number): Promise<void> {
    this.entries.set(key, { text: JSON.stringify(value), until: this.clock.now() + ttlMs });
  }

  async clear(prefix: string): Promise<number> {
    const gone = this.keys().filter((key) => key.startsWith(prefix));
    for (const key of gone) this.entries.delete(key);
    return gone.length;
  }

  keys(): string[] {
    return [...this.entries.keys()];
  }
}
