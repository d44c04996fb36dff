export type Position = readonly (number | string | bigint)[];

export interface Page<T> {
  items: T[];
  page: number;
  perPage: number;
  total: number;
  /** For lists with cursors: position of the last entry, null when no entry follows. */
  next?: Position | null;
}

export interface PageRequest {
  /** 1-indexed. With `after`: the number that the page gets. */
  page: number;
  perPage: number;
  /** Entries behind this position. Null: by the number of the page. */
  after: Position | null;
}

/** The position of an entry is unique and does not change. */
export interface Order<T> {
  positionOf: (item: T) => Position;
  isDescending?: boolean;
}

/** A page past the end is empty. It is not an error. */
export function paginate<T>(items: readonly T[], page: number, perPage: number): Page<T> {
  const start = (page - 1) * perPage;
  return { items: items.slice(start, start + perPage), page, perPage, total: items.length };
}

export const onePage = <T>(items: T[]): Page<T> => ({
  items,
  page: 1,
  perPage: Math.max(1, items.length),
  total: items.length,
});

/**
 * A page by number, or behind a position. A position stays valid when entries arrive or go between two requests.
 * @param items in the given order
 * @param total entries of the list, when `items` is only its beginning
 */
export function pageInOrder<T>(
  items: readonly T[],
  { page, perPage, after }: PageRequest,
  order: Order<T>,
  total = items.length,
): Page<T> {
  const start = after === null ? (page - 1) * perPage : firstBehind(items, after, order);
  const shown = items.slice(start, start + perPage);
  const last = shown.at(-1);
  const next = last !== undefined && start + shown.length < total ? order.positionOf(last) : null;
  return { items: shown, page, perPage, total, next };
}

export const sortInOrder = <T>(items: T[], order: Order<T>): T[] =>
  items.sort((a, b) => directed(order.positionOf(a), order.positionOf(b), order));

export function comparePositions(a: Position, b: Position): number {
  for (const [i, part] of a.entries()) {
    const other = b[i];
    if (other === undefined) return 1;
    if (part !== other) return part < other ? -1 : 1;
  }
  return a.length - b.length;
}

function firstBehind<T>(items: readonly T[], after: Position, order: Order<T>): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const item = items[middle];
    if (item !== undefined && directed(order.positionOf(item), after, order) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

const directed = (
  a: Position,
  b: Position,
  { isDescending }: Pick<Order<unknown>, 'isDescending'>,
): number => (isDescending ? comparePositions(b, a) : comparePositions(a, b));
