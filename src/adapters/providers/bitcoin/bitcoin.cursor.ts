import { z } from 'zod';
import type { HistoryCursor } from '../../../ports/upstream/history-source';

/** Blocks read again each time, for reorganisations: two hours. */
export const REREAD_BLOCKS = 12;

const cursorSchema = z.object({
  version: z.literal(1),
  /** The last page of the pass was given: what comes next is a new one. */
  isFinished: z.boolean(),
  /** Who gave the newest rows; `position` is in its terms. */
  provider: z.string().nullable(),
  /** Where reading stopped on the way down; null: at the top. */
  position: z.string().nullable(),
  /** Reading goes down to this block; below it everything is known. */
  floor: z.number().int().nonnegative(),
  /** Block of the newest transaction seen. */
  newest: z.number().int().nonnegative().nullable(),
  /** Transactions read in this pass, and how many there should be when it began at the bottom (null: not asked). */
  count: z.number().int().nonnegative(),
  expected: z.number().int().nonnegative().nullable(),
  isTruncated: z.boolean(),
  isIncomplete: z.boolean(),
});
export type BitcoinCursor = z.infer<typeof cursorSchema>;

/** Where to read on: in the middle of an interrupted pass, or at the top of a new one. */
export function resume(stored: HistoryCursor | null): BitcoinCursor {
  const { data } = cursorSchema.safeParse(stored);
  if (data && !data.isFinished) return data;
  const floor = data && !data.isIncomplete && !data.isTruncated ? (data.newest ?? 0) - REREAD_BLOCKS : 0;
  return {
    version: 1,
    isFinished: false,
    provider: data?.provider ?? null,
    position: null,
    floor: Math.max(0, floor),
    newest: data?.newest ?? null,
    count: 0,
    expected: null,
    isTruncated: false,
    isIncomplete: false,
  };
}
