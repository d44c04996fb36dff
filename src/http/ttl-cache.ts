interface Entry<T> {
  value: Promise<T>;
  until: number;
}

/** How long another process may go on after a credential was revoked. @source reliability.md D17 */
const BRIEF_MS = 1_000;
const MAX_ENTRIES = 10_000;

/**
 * Answers that may be a second old, counted from when they were asked for. Everyone who asks meanwhile shares one
 * lookup; a lookup that fails is forgotten. What is forgotten while it is looked up does not come back.
 */
export class TtlCache<T> {
  private readonly entries = new Map<string, Entry<T>>();

  constructor(private readonly ms: number = BRIEF_MS) {}

  get(key: string, load: () => Promise<T>): Promise<T> {
    const known = this.entries.get(key);
    if (known && known.until > performance.now()) return known.value;
    const entry: Entry<T> = { value: load(), until: performance.now() + this.ms };
    this.entries.delete(key);
    this.entries.set(key, entry);
    entry.value.catch(() => {
      if (this.entries.get(key) === entry) this.entries.delete(key);
    });
    this.shrink();
    return entry.value;
  }

  forget(key: string): void {
    this.entries.delete(key);
  }

  forgetAll(): void {
    this.entries.clear();
  }

  private shrink(): void {
    for (const [key, { until }] of this.entries) {
      if (this.entries.size <= MAX_ENTRIES && until > performance.now()) return;
      this.entries.delete(key);
    }
  }
}
