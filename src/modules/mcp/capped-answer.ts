import { AppError } from '../../domain/kernel/errors';

/** Characters of one answer: what a model reads at once. */
export const MAX_CHARS = 40_000;
export const DEFAULT_LIMIT = 20;
export const MAX_LIMIT = 50;
/** Entries of a list inside of an answer. */
const MAX_NESTED = 50;

/** The place in a list: entries before it, and entries of a page of the route. */
export interface Place {
  offset: number;
  limit: number;
}

export const cursorOf = ({ offset, limit }: Place): string =>
  Buffer.from(`${offset}.${limit}`).toString('base64url');

/** @throws AppError VALIDATION_ERROR for a cursor that this service did not return */
export function placeOf(cursor: string | undefined, limit: number): Place {
  if (cursor === undefined) return { offset: 0, limit };
  const [, offset, size] = /^(\d{1,9})\.(\d{1,2})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (offset === undefined || size === undefined || Number(size) < 1 || Number(size) > MAX_LIMIT)
    throw new AppError('VALIDATION_ERROR', undefined, {
      field: 'cursor',
      message: 'cursor: return next_cursor of the answer before, as it is',
    });
  return { offset: Number(offset), limit: Number(size) };
}

/** `page` and `per_page` of the route for a place. */
export const pageOf = ({ offset, limit }: Place): { page: number; per_page: number } => ({
  page: Math.floor(offset / limit) + 1,
  per_page: limit,
});

export interface Page {
  data: unknown;
  pagination?: { total: number; has_more: boolean };
}

/**
 * The part of a page that starts at a place and is not longer than an answer may be.
 * @returns the answer with `next_cursor`; null at the end of the list
 */
export function cappedPage({ data, pagination }: Page, place: Place): Record<string, unknown> {
  const { offset, limit } = place;
  const items: readonly unknown[] | null = Array.isArray(data) ? data.slice(offset % limit) : null;
  const shown = items === null ? data : fitting(items);
  const count = items === null ? limit - (offset % limit) : (shown as unknown[]).length;
  const isCut = items !== null && count < items.length;
  const next = isCut || pagination?.has_more === true ? cursorOf({ offset: offset + count, limit }) : null;
  return { data: shortened(shown), total: pagination?.total ?? null, next_cursor: next };
}

/** As many entries as fit, at least one. */
function fitting(items: readonly unknown[]): unknown[] {
  let chars = 0;
  const end = items.findIndex((item, i) => {
    chars += JSON.stringify(item).length;
    return i > 0 && chars > MAX_CHARS;
  });
  return end < 0 ? [...items] : items.slice(0, end);
}

/** A copy whose inner lists are cut to their first entries; `<name>_omitted` counts the others. */
export function shortened(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shortened);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]: [string, unknown]) =>
      Array.isArray(each) && each.length > MAX_NESTED
        ? [
            [key, each.slice(0, MAX_NESTED).map(shortened)],
            [`${key}_omitted`, each.length - MAX_NESTED],
          ]
        : [[key, shortened(each)]],
    ),
  );
}
