import { AppError } from '../../domain/kernel/errors';
import { markUntrusted } from './untrusted-text';

/** DETAILS: characters of the data of one answer. `compact` leaves room for what stands beside the data in 8 kB. */
export const DETAILS = {
  compact: { chars: 6_500, nested: 5 },
  full: { chars: 40_000, nested: 50 },
} as const;
export type Detail = keyof typeof DETAILS;
export const DEFAULT_LIMIT = 20;
export const MAX_LIMIT = 50;

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
export function fittingCount({ data }: Page, detail: Detail): number | null {
  if (!Array.isArray(data)) return null;
  const { length } = fitting(data, detail);
  return length < data.length ? length : null;
}

/** For a route with cursors. @param limit entries of the following pages */
export const cursorPage = (
  { data, pagination }: Page,
  limit: number,
  detail: Detail,
): Record<string, unknown> => {
  const after = pagination?.next_cursor ?? null;
  return {
    data: shortened(data, detail),
    total: pagination?.total ?? null,
    next_cursor: after === null ? null : cursorOf({ offset: 0, limit, after }),
  };
};

/** For a route without cursors. @returns `next_cursor` null at the end of the list */
export function cappedPage(
  { data, pagination }: Page,
  place: Place,
  detail: Detail,
): Record<string, unknown> {
  const { offset, limit } = place;
  const items: readonly unknown[] | null = Array.isArray(data) ? data.slice(offset % limit) : null;
  const shown = items === null ? data : fitting(items, detail);
  const count = items === null ? limit - (offset % limit) : (shown as unknown[]).length;
  const isCut = items !== null && count < items.length;
  const next =
    isCut || pagination?.has_more === true ? cursorOf({ offset: offset + count, limit, after: null }) : null;
  return { data: shortened(shown, detail), total: pagination?.total ?? null, next_cursor: next };
}

/** Each entry is measured as it is sent. */
function fitting(items: readonly unknown[], detail: Detail): unknown[] {
  let chars = 0;
  const end = items.findIndex((item, i) => {
    chars += sizeOf(cut(item, detail, DETAILS[detail].nested));
    return i > 0 && chars > DETAILS[detail].chars;
  });
  return end < 0 ? [...items] : items.slice(0, end);
}

/** Cuts inner lists to their first entries until the answer fits; `<name>_omitted` counts the others. */
export function shortened(value: unknown, detail: Detail): unknown {
  const { chars } = DETAILS[detail];
  for (let most: number = DETAILS.full.nested; most > 0; most = Math.floor(most / 2)) {
    const found = cut(value, detail, most);
    if (sizeOf(found) <= chars) return found;
  }
  return cut(value, detail, 0);
}

function cut(value: unknown, detail: Detail, most: number): unknown {
  if (Array.isArray(value)) return value.map((each) => cut(each, detail, most));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]: [string, unknown]) => {
      // A name without a value states nothing that its absence does not.
      if (detail === 'compact' && each === null) return [];
      if (!Array.isArray(each) || each.length <= most) return [[key, cut(each, detail, most)]];
      return [
        [key, each.slice(0, most).map((one) => cut(one, detail, most))],
        [`${key}_omitted`, each.length - most],
      ];
    }),
  );
}

/** Marks of untrusted text count too. */
const sizeOf = (value: unknown): number => JSON.stringify(markUntrusted(value)).length;
