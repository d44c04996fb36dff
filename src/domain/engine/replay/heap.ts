export class Heap<T> {
  private readonly items: T[] = [];

  /** @param compare negative when `a` comes before `b` */
  constructor(private readonly compare: (a: T, b: T) => number) {}

  first(): T | undefined {
    return this.items[0];
  }

  add(item: T): void {
    const { items, compare } = this;
    let at = items.length;
    while (at > 0) {
      const above = (at - 1) >> 1;
      const parent = items[above] as T;
      if (compare(item, parent) >= 0) break;
      items[at] = parent;
      at = above;
    }
    items[at] = item;
  }

  removeFirst(): void {
    const { items, compare } = this;
    const item = items.pop();
    const size = items.length;
    if (item === undefined || size === 0) return;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= size) break;
      if (below + 1 < size && compare(items[below + 1] as T, items[below] as T) < 0) below++;
      const child = items[below] as T;
      if (compare(item, child) <= 0) break;
      items[at] = child;
      at = below;
    }
    items[at] = item;
  }
}
