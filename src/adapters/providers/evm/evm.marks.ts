import type { HistoryPage } from '../../../ports/upstream/history-source';
import { doubtAfter, isBelieved } from '../../upstream/doubt';
import type { EvmCursor, ListMark } from './evm.cursor';
import type { EvmRow } from './evm.schema';

export interface Slice {
  rows: EvmRow[];
  from: number;
  /** Null: the list is complete. */
  next: number | null;
  isIncomplete: boolean;
  /** Block of the first row whose details an outage left out. Null: none. */
  undetailedFrom: number | null;
  isTruncated: boolean;
  /** Rows are missing that no later read can add. */
  isUnproven?: boolean;
  /** Set by a source of final blocks: no read needs to see them again. */
  covered?: number;
  provider: string;
}

export interface CheckedSlice extends Slice {
  isBehind: boolean;
  lacks: string | null;
}

/** The mark of a list whose read begins. Of one that was begun, unchanged. */
export const begun = (mark: ListMark): ListMark =>
  mark.state === 'ahead'
    ? { ...mark, state: 'reading', incompleteFrom: null, undetailedFrom: null, isTruncated: false }
    : mark;

/** The list is read as far as possible. The next read starts at the missing rows. */
export const leftOpen = (mark: ListMark): ListMark => ({
  ...mark,
  state: 'read',
  incompleteFrom: mark.incompleteFrom ?? mark.next,
});

export const lower = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.min(a, b);

export const blockOf = (row: EvmRow | undefined): number | null => (row ? Number(row.blockNumber) : null);

/** Another provider takes over when the window contains no row of the first. */
export const ownsWindow = (mark: ListMark, { provider, from }: Slice): boolean =>
  mark.provider === null || mark.provider === provider || from > (mark.owned ?? mark.last ?? -1);

const isAbout = ({ from }: NonNullable<ListMark['doubt']>, slice: Slice): boolean =>
  from === null || (slice.from <= from && (slice.next === null || from < slice.next));

/** A node that lags behind, or has temporary gaps, can lack known rows. */
export const isDoubtful = ({ provider, doubt }: ListMark, slice: CheckedSlice, now: number): boolean =>
  slice.isBehind &&
  !(slice.provider === provider && doubt !== null && isAbout(doubt, slice) && isBelieved(doubt, now));

export function advanced(mark: ListMark, slice: CheckedSlice, isOwner: boolean, now: number): ListMark {
  const newest = blockOf(slice.rows.at(-1));
  const isNewer = newest !== null && newest >= (mark.last ?? 0);
  const last = isNewer ? newest : mark.last;
  const known = mark.provider === slice.provider ? mark.doubt : null;
  const owner = {
    provider: slice.provider,
    owned: newest === null ? mark.owned : Math.max(newest, mark.owned ?? mark.last ?? 0),
    doubt: doubtOf(known, slice, now),
  };
  const moved = { ...mark, ...(isOwner && owner), last };
  const isMissing = slice.isIncomplete || isDoubtful(moved, slice, now);
  return {
    ...moved,
    state: slice.next === null ? 'read' : 'reading',
    next: slice.next ?? mark.next,
    incompleteFrom: mark.incompleteFrom ?? (isMissing ? slice.from : null),
    undetailedFrom: lower(mark.undetailedFrom, slice.undetailedFrom),
    isTruncated: mark.isTruncated || slice.isTruncated,
    isUnproven: mark.isUnproven || slice.isUnproven === true,
    covered: slice.covered ?? mark.covered,
  };
}

/** One doubt per list: about the oldest rows. */
function doubtOf(known: ListMark['doubt'], slice: CheckedSlice, now: number): ListMark['doubt'] {
  if (known && !isAbout(known, slice)) return known;
  const { from, lacks } = slice;
  return slice.isBehind ? doubtAfter(known, { from, lacks, newest: blockOf(slice.rows.at(-1)) }, now) : null;
}

/** The last page of a read. The next one starts lists that were not read. */
export function lastPage(cursor: EvmCursor, provider: string): HistoryPage {
  const marks = Object.entries(cursor.lists).map(([list, mark]) => [
    list,
    mark.state === 'read' ? mark : leftOpen(mark),
  ]);
  const finished: EvmCursor = {
    ...cursor,
    isFinished: true,
    lists: Object.fromEntries(marks) as EvmCursor['lists'],
  };
  return pageOf(finished, { rows: [], replacesFrom: {}, done: true, provider });
}

export function pageOf(
  cursor: EvmCursor,
  page: Pick<HistoryPage, 'rows' | 'replacesFrom' | 'replacesBelow' | 'done' | 'provider'>,
): HistoryPage {
  const started = Object.values(cursor.lists).filter((mark) => mark.state !== 'ahead');
  return {
    ...page,
    cursor: structuredClone(cursor),
    truncated: started.some((mark) => mark.isTruncated),
    incomplete: started.some((mark) => mark.incompleteFrom !== null || mark.isUnproven),
  };
}
