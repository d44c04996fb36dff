import { createHash } from 'node:crypto';
import { AppError } from '../../domain/kernel/errors';
import type { Page, PageRequest, Position } from '../../domain/kernel/page';
import type { Siblings } from '../reply';
import { IsText, PageQuery } from '../validation/fields';

const MAX_CHARS = 1_000;
const DIGEST_CHARS = 16;
const MAX_PAGE = 999_999_999;

export const IsCursor = () =>
  IsText({
    min: 1,
    max: MAX_CHARS,
    description: '`next_cursor` of the page before, with the same filters; instead of `page`',
  });

export class CursorPageQuery extends PageQuery {
  @IsCursor()
  cursor?: string;
}

/** PARTS: part of a position -> how it is read. Undefined: not such a part. */
const PARTS = {
  /** An integer within the range of a Date, for example a time. */
  number: (part: unknown) =>
    Number.isSafeInteger(part) && Math.abs(Number(part)) <= 8.64e15 ? Number(part) : undefined,
  text: (part: unknown) => (typeof part === 'string' ? part : undefined),
  uuid: (part: unknown) =>
    typeof part === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(part) ? part : undefined,
  bigint: (part: unknown) =>
    typeof part === 'string' && /^-?\d{1,400}$/.test(part) ? BigInt(part) : undefined,
} as const satisfies Record<string, (part: unknown) => Position[number] | undefined>;
export type PartName = keyof typeof PARTS;

export interface Paging {
  request: PageRequest;
  paginationOf: (page: Omit<Page<unknown>, 'items'>) => NonNullable<Siblings['pagination']>;
}

/**
 * A cursor is opaque for clients. It is bound to the list and to every parameter but `page` and `per_page`.
 * @param list name of the list and of its subject
 * @throws AppError VALIDATION_ERROR for text that is no cursor, and for the cursor of another list
 */
export function pagingOf(
  query: Pick<CursorPageQuery, 'page' | 'per_page' | 'cursor'>,
  list: string,
  parts: readonly PartName[],
): Paging {
  const digest = digestOf(query, list);
  return {
    request: requestOf(query, digest, parts),
    paginationOf: ({ page, perPage, total, next }) => ({
      page,
      perPage,
      total,
      nextCursor: next ? textOf([digest, page + 1, ...next]) : null,
    }),
  };
}

function requestOf(
  { page, per_page: perPage, cursor }: Pick<CursorPageQuery, 'page' | 'per_page' | 'cursor'>,
  digest: string,
  parts: readonly PartName[],
): PageRequest {
  if (cursor === undefined) return { page, perPage, after: null };
  if (page !== 1) throw refusal('cannot be combined with `page`');
  const [ownDigest, number, ...position] = valuesOf(cursor);
  if (typeof ownDigest !== 'string' || !isPage(number)) throw refusal(NOT_A_CURSOR);
  if (ownDigest !== digest)
    throw refusal('belongs to another list or to other filters; begin without a cursor');
  const after = parts.map((name, i) => PARTS[name](position[i]));
  if (position.length !== parts.length || !after.every((part) => part !== undefined))
    throw refusal(NOT_A_CURSOR);
  return { page: number, perPage, after };
}

const NOT_A_CURSOR = 'is not a cursor of this list';

const isPage = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) > 1 && Number(value) <= MAX_PAGE;

const textOf = (values: readonly unknown[]): string =>
  Buffer.from(
    JSON.stringify(values, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
  ).toString('base64url');

function valuesOf(cursor: string): unknown[] {
  try {
    const values: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(values) ? values : [];
  } catch {
    return [];
  }
}

function digestOf(query: object, list: string): string {
  const filters = Object.entries(query)
    .filter(([name, value]) => !PAGED.has(name) && value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([list, filters]))
    .digest('base64url')
    .slice(0, DIGEST_CHARS);
}

const PAGED: ReadonlySet<string> = new Set(['page', 'per_page', 'cursor']);

const refusal = (reason: string): AppError =>
  new AppError('VALIDATION_ERROR', undefined, { field: 'cursor', message: `cursor: ${reason}` });
