const PARTS = 64;
const SECOND_MS = 1_000;

/** A WeakMap of objects with a time. One for all objects of a long history is copied when it grows, which takes 50 ms. */
export class WeakMapInParts<K extends { readonly at: number }, V> {
  private readonly parts = Array.from({ length: PARTS }, () => new WeakMap<K, V>());

  get(key: K): V | undefined {
    return this.partOf(key).get(key);
  }

  set(key: K, value: V): void {
    this.partOf(key).set(key, value);
  }

  private partOf({ at }: K): WeakMap<K, V> {
    return this.parts[Math.abs(Math.trunc(at / SECOND_MS)) % PARTS] as WeakMap<K, V>;
  }
}
