import { AppError } from '../../domain/kernel/errors';

/** Characters of one answer: what a model reads at once. */
export const MAX_CHARS = 40_000;
export const DEFAULT_LIMIT = 20;
export const MAX_LIMIT = 50;
const MAX_NESTED = 50;

export interface Place {
  limit: number;
  /** Cursor of a route with cursors; null at the beginning. */
  after: string | null;
  offset: number;
}

/** Longest cursor of a route, and the rest. */
export const MAX_CURSOR_CHARS = 1_400;

const cursorOf = ({ offset, limit, after }: Place): string =>
  Buffer.from(after === null ? `${limit}.${offset}` : `${limit}.${after}`).toString('base64url');

/** @throws AppError VALIDATION_ERROR for a cursor that this service did not return */
export function placeOf(cursor: string | undefined, limit: number): Place {
  if (cursor === undefined) return { offset: 0, limit, after: null };
  const text = Buffer.from(cursor, 'base64url').toString();
  const [, size, place] = /^([1-9]\d?)\.([\w-]{1,1000})$/.exec(text) ?? [];
  if (size === undefined || place === undefined || Number(size) > MAX_LIMIT)
    throw new AppError('VALIDATION_ERROR', undefined, {
      field: 'cursor',
      message: 'cursor: return next_cursor of the answer before, as it is',
    });
  // A cursor of a route is never a number alone.
  return /^\d{1,9}$/.test(place)
    ? { offset: Number(place), limit: Number(size), after: null }
    : { offset: 0, limit: Number(size), after: place };
}

export const pageOf = ({ offset, limit, after }: Place): Record<string, number | string> =>
  after === null
    ? { page: Math.floor(offset / limit) + 1, per_page: limit }
    : { cursor: after, per_page: limit };

export interface Page {
  data: unknown;
  /** `next_cursor` is set on routes with cursors. */
  pagination?: { total: number; has_more: boolean; next_cursor?: string | null };
}

/** Entries that fit in one answer, at least one. Null: all of them do. */
export function fittingCount({ data }: Page): number | null {
  if (!Array.isArray(data)) return null;
  const { length } = fitting(data);
  return length < data.length ? length : null;
}

/** For a route with cursors. @param limit entries of the following pages */
export const cursorPage = ({ data, pagination }: Page, limit: number): Record<string, unknown> => {
  const after = pagination?.next_cursor ?? null;
  return {
    data: shortened(data),
    total: pagination?.total ?? null,
    next_cursor: after === null ? null : cursorOf({ offset: 0, limit, after }),
  };
};

/** For a route without cursors. @returns `next_cursor` null at the end of the list */
export function cappedPage({ data, pagination }: Page, place: Place): Record<string, unknown> {
  const { offset, limit } = place;
  const items: readonly unknown[] | null = Array.isArray(data) ? data.slice(offset % limit) : null;
  const shown = items === null ? data : fitting(items);
  const count = items === null ? limit - (offset % limit) : (shown as unknown[]).length;
  const isCut = items !== null && count < items.length;
  const next =
    isCut || pagination?.has_more === true ? cursorOf({ offset: offset + count, limit, after: null }) : null;
  return { data: shortened(shown), total: pagination?.total ?? null, next_cursor: next };
}

function fitting(items: readonly unknown[]): unknown[] {
  let chars = 0;
  const end = items.findIndex((item, i) => {
    chars += JSON.stringify(item).length;
    return i > 0 && chars > MAX_CHARS;
  });
  return end < 0 ? [...items] : items.slice(0, end);
}

/** Cuts inner lists to their first entries; `<name>_omitted` counts the others. */
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
