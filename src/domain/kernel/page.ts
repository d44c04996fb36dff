export interface Page<T> {
  items: T[];
  page: number;
  perPage: number;
  total: number;
}

/** A page past the end is empty. It is not an error. */
export function paginate<T>(items: readonly T[], page: number, perPage: number): Page<T> {
  const start = (page - 1) * perPage;
  return { items: items.slice(start, start + perPage), page, perPage, total: items.length };
}
