import { z } from 'zod';
import type { HistoryCursor } from '../../../ports/upstream/history-source';
import { doubtSchema } from '../../upstream/doubt';
import { EVM_LISTS, type EvmList } from './evm.schema';

/** ahead: not started in this read; reading: started; read: complete. */
const listMark = z.object({
  state: z.enum(['ahead', 'reading', 'read']),
  next: z.number().int().nonnegative(),
  /** Block of the newest row. Null: no row yet. */
  last: z.number().int().nonnegative().nullable(),
  /** The upstream reported missing rows from this block. The next read starts there. */
  incompleteFrom: z.number().int().nonnegative().nullable(),
  /** An outage left out details of rows from this block. The next read starts there. */
  undetailedFrom: z.number().int().nonnegative().nullable().default(null),
  isTruncated: z.boolean(),
  /** Rows are missing that reading again cannot add: of a chain without traces, or of a balance that differs. */
  isUnproven: z.boolean().default(false),
  /** Final blocks up to this one were read. Null: none. */
  covered: z.number().int().nonnegative().nullable().default(null),
  /** Only this provider may remove rows. Others add rows: they can lag behind. */
  provider: z.string().nullable(),
  /** Newest block that this provider returned. Null: `last`. */
  owned: z.number().int().nonnegative().nullable().default(null),
  doubt: doubtSchema.default(null),
});
export type ListMark = z.infer<typeof listMark>;

const cursorSchema = z.object({
  version: z.literal(1),
  isFinished: z.boolean(),
  /** Milliseconds UTC. */
  startedAt: z.number().int(),
  lists: z.partialRecord(z.enum(EVM_LISTS), listMark),
});
export type EvmCursor = z.infer<typeof cursorSchema>;

const UNREAD: ListMark = {
  state: 'ahead',
  next: 0,
  last: null,
  incompleteFrom: null,
  undetailedFrom: null,
  isTruncated: false,
  isUnproven: false,
  covered: null,
  provider: null,
  owned: null,
  doubt: null,
};

/** A list completed longer ago is read again before the read can finish. */
const STALE_PASS_MS = 10 * 60_000;

/**
 * The middle of an interrupted read. After a finished one, some blocks before the newest row. A cursor of unknown
 * format restarts from the beginning.
 * @param now milliseconds UTC
 */
export function resume(
  stored: HistoryCursor | null,
  lists: readonly EvmList[],
  rereadBlocks: number,
  now: number,
): EvmCursor {
  const { data } = cursorSchema.safeParse(stored);
  const isGoingOn = data && !data.isFinished && now - data.startedAt <= STALE_PASS_MS;
  const mark = (list: EvmList): ListMark => {
    const known = data?.lists[list];
    if (!known) return UNREAD;
    if (isGoingOn || known.state !== 'read') return known;
    const next = newStart(known, rereadBlocks);
    // A doubt below the window was settled.
    const doubt = (known.doubt?.from ?? next) < next ? null : known.doubt;
    return { ...known, state: 'ahead', next, doubt };
  };
  return {
    version: 1,
    isFinished: false,
    startedAt: isGoingOn ? data.startedAt : now,
    lists: Object.fromEntries(lists.map((list) => [list, mark(list)])),
  };
}

function newStart(mark: ListMark, rereadBlocks: number): number {
  const { last, covered, incompleteFrom, undetailedFrom } = mark;
  const newest = Math.max(0, (last ?? 0) - rereadBlocks, covered === null ? 0 : covered + 1);
  return Math.min(newest, incompleteFrom ?? newest, undetailedFrom ?? newest);
}
