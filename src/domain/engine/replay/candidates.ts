import { Heap } from './heap';

interface Order<T> {
  readonly key: string | null;
  readonly items: Heap<T>;
}

/** An order with its first item when the entry was added. Stale when another item is first now. */
interface Entry<T> {
  readonly order: Order<T>;
  readonly item: T;
}

/**
 * Items in a fixed sequence, by purchase order. The first item of any other order is found in logarithmic time,
 * however many items one order has. Gone items are removed when they come first.
 */
export class Candidates<T> {
  private readonly orders = new Map<string | null, Order<T>>();
  private readonly entries: Heap<Entry<T>>;
  private readonly aside = new Map<T, string | null>();

  /**
   * @param compare the sequence; the place of an item never changes
   * @param isGone true once an item is no candidate any more
   */
  constructor(
    private readonly compare: (a: T, b: T) => number,
    private readonly isGone: (item: T) => boolean,
  ) {
    this.entries = new Heap((a, b) => compare(a.item, b.item));
  }

  add(key: string | null, item: T): void {
    let order = this.orders.get(key);
    if (order === undefined) this.orders.set(key, (order = { key, items: new Heap(this.compare) }));
    order.items.add(item);
    if (order.items.first() === item) this.entries.add({ order, item });
  }

  setAside(key: string | null, item: T): void {
    this.aside.set(item, key);
  }

  restore(): void {
    if (this.aside.size === 0) return;
    const items = [...this.aside];
    this.aside.clear();
    for (const [item, key] of items) this.add(key, item);
  }

  first(except: string | null): T | undefined {
    let skipped: Entry<T> | undefined;
    let entry = this.current();
    while (entry !== undefined && except !== null && entry.order.key === except) {
      skipped = entry;
      this.entries.removeFirst();
      entry = this.current();
    }
    if (skipped !== undefined) this.entries.add(skipped);
    return entry?.item;
  }

  private current(): Entry<T> | undefined {
    for (;;) {
      const entry = this.entries.first();
      if (entry === undefined) return undefined;
      const { items, key } = entry.order;
      const isStale = items.first() !== entry.item;
      if (!isStale && !this.isGone(entry.item) && !this.aside.has(entry.item)) return entry;
      this.entries.removeFirst();
      if (isStale) continue;
      items.removeFirst();
      const next = items.first();
      if (next === undefined) this.orders.delete(key);
      else this.entries.add({ order: entry.order, item: next });
    }
  }
}
