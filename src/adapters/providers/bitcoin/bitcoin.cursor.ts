import { z } from 'zod';
import type { HistoryCursor } from '../../../ports/upstream/history-source';
import { doubtSchema } from '../../upstream/doubt';

/** Reread each time because of reorganisations: two hours. */
const REREAD_BLOCKS = 12;

const cursorSchema = z.object({
  version: z.literal(1),
  isFinished: z.boolean(),
  /** Provider of the last read, which defines the format of `position`. */
  provider: z.string().nullable(),
  /** Only this provider may remove rows. Others add rows: they can lag behind. Null: `provider`. */
  owner: z.string().nullable().default(null),
  /** Newest block that the owner returned. Null: `newest`. */
  owned: z.number().int().nonnegative().nullable().default(null),
  doubt: doubtSchema.default(null),
  /** Position of the downward read. Null: at the top. */
  position: z.string().nullable(),
  /** The read ends at this block. All rows below are known. */
  floor: z.number().int().nonnegative(),
  newest: z.number().int().nonnegative().nullable(),
  /** Block of the oldest coinbase output that could not be spent yet. The next read starts there. */
  immatureFrom: z.number().int().nonnegative().nullable().default(null),
  /** Transactions read, and the expected number of a full read (null: not fetched). */
  count: z.number().int().nonnegative(),
  expected: z.number().int().nonnegative().nullable(),
  isTruncated: z.boolean(),
  isIncomplete: z.boolean(),
  /** The read lacked known transactions, which can still exist. The next read starts at the same block. */
  isBehind: z.boolean().default(false),
});
export type BitcoinCursor = z.infer<typeof cursorSchema>;

/** The middle of an interrupted read, or the top of a new one. */
export function resume(stored: HistoryCursor | null): BitcoinCursor {
  const { data } = cursorSchema.safeParse(stored);
  if (data && !data.isFinished) return data;
  const floor = data && !data.isIncomplete && !data.isTruncated ? floorOf(data) : 0;
  return {
    version: 1,
    isFinished: false,
    provider: data?.provider ?? null,
    owner: data?.owner ?? data?.provider ?? null,
    owned: data?.owned ?? null,
    doubt: data?.doubt ?? null,
    position: null,
    floor: Math.max(0, floor),
    newest: data?.newest ?? null,
    immatureFrom: null,
    count: 0,
    expected: null,
    isTruncated: false,
    isIncomplete: false,
    isBehind: false,
  };
}

const floorOf = ({ newest, immatureFrom, isBehind, floor }: BitcoinCursor): number =>
  Math.min((newest ?? 0) - REREAD_BLOCKS, immatureFrom ?? Infinity, isBehind ? floor : Infinity);
