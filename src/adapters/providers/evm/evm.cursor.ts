import { z } from 'zod';
import type { HistoryCursor } from '../../../ports/upstream/history-source';
import { EVM_LISTS, type EvmList } from './evm.schema';

/**
 * How far one list has been read.
 * ahead: not begun in this pass; reading: begun; read: to its end.
 */
const listMark = z.object({
  state: z.enum(['ahead', 'reading', 'read']),
  /** Block to ask from next. */
  next: z.number().int().nonnegative(),
  /** Block of the newest row seen; null: none yet. */
  last: z.number().int().nonnegative().nullable(),
  /** From here on the upstream said rows were missing; the next pass begins there. */
  incompleteFrom: z.number().int().nonnegative().nullable(),
  isTruncated: z.boolean(),
  /** Who gave the newest rows. */
  provider: z.string().nullable(),
});
export type ListMark = z.infer<typeof listMark>;

const cursorSchema = z.object({
  version: z.literal(1),
  /** The last page of the pass was given: what comes next is a new one. */
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
  isTruncated: false,
  provider: null,
};

/** What was read through longer ago than this is read on before the pass may call itself finished. */
const STALE_PASS_MS = 10 * 60_000;

/**
 * Where to read on: in the middle of a pass that was interrupted, or, when the last one was finished, a new one
 * that begins some blocks before the newest row. A cursor of an unknown form means from the beginning.
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
    return { ...known, state: 'ahead', next: newStart(known, rereadBlocks) };
  };
  return {
    version: 1,
    isFinished: false,
    startedAt: isGoingOn ? data.startedAt : now,
    lists: Object.fromEntries(lists.map((list) => [list, mark(list)])),
  };
}

function newStart({ last, incompleteFrom }: ListMark, rereadBlocks: number): number {
  const newest = last === null ? 0 : Math.max(0, last - rereadBlocks);
  return Math.min(newest, incompleteFrom ?? newest);
}
