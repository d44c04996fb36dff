import { AppError } from '../../domain/kernel/errors';
import type { Position } from '../../domain/kernel/page';
import { pagingOf, type PartName } from './cursor';

interface Query {
  page: number;
  per_page: number;
  cursor?: string;
  chain?: string;
  from?: number;
}
const query = (changes: Partial<Query> = {}): Query => ({ page: 1, per_page: 50, ...changes });
const PARTS: PartName[] = ['bigint', 'number', 'text'];
const POSITION: Position = [-(10n ** 60n), 1_700_000_000_000, 'a'];

const cursorOf = (of: Query, list = 'lots of x', position = POSITION): string =>
  pagingOf(of, list, PARTS).paginationOf({ page: 1, perPage: 50, total: 9, next: position }).nextCursor ?? '';

function refusalOf(of: Query, list = 'lots of x', parts = PARTS): string {
  try {
    pagingOf(of, list, parts);
  } catch (error) {
    if (error instanceof AppError && error.field === 'cursor') return error.message;
    throw error;
  }
  return 'taken';
}

it('brings the position back, and the number of the page', () => {
  const cursor = cursorOf(query({ chain: 'base' }));
  const { request } = pagingOf(query({ chain: 'base', per_page: 10, cursor }), 'lots of x', PARTS);
  expect(request).toEqual({ page: 2, perPage: 10, after: POSITION });
});

it('is null where no entry follows', () => {
  const { paginationOf } = pagingOf(query(), 'x', PARTS);
  expect(paginationOf({ page: 3, perPage: 50, total: 101, next: null }).nextCursor).toBeNull();
});

it('is refused with other filters, at another list, and beside a page', () => {
  const cursor = cursorOf(query({ chain: 'base' }));
  const other = 'cursor: belongs to another list or to other filters; begin without a cursor';
  expect(refusalOf(query({ chain: 'base', cursor }))).toBe('taken');
  expect(refusalOf(query({ cursor }))).toBe(other);
  expect(refusalOf(query({ chain: 'ethereum', cursor }))).toBe(other);
  expect(refusalOf(query({ chain: 'base', from: 1, cursor }))).toBe(other);
  expect(refusalOf(query({ chain: 'base', cursor }), 'lots of y')).toBe(other);
  expect(refusalOf(query({ chain: 'base', page: 2, cursor }))).toBe('cursor: cannot be combined with `page`');
});

it('that was changed is refused', () => {
  const values = JSON.parse(Buffer.from(cursorOf(query()), 'base64url').toString()) as unknown[];
  const [digest, page] = values;
  const changed: unknown[][] = [
    [digest, page],
    [digest, page, '5', 1],
    [digest, page, '5', 1, 'a', 'b'],
    [digest, page, 5, 1, 'a'],
    [digest, page, '5', 1e300, 'a'],
    [digest, page, '5', '1', 'a'],
    [digest, page, 'x', 1, 'a'],
    [digest, 0, '5', 1, 'a'],
    [digest, 1e10, '5', 1, 'a'],
    [page],
    [],
  ];
  for (const each of changed) {
    const cursor = Buffer.from(JSON.stringify(each)).toString('base64url');
    expect([each, refusalOf(query({ cursor }))]).toEqual([each, 'cursor: is not a cursor of this list']);
  }
  for (const cursor of ['x', '%%', Buffer.from('{"a":1}').toString('base64url'), 'null'])
    expect(refusalOf(query({ cursor }))).toBe('cursor: is not a cursor of this list');
});
