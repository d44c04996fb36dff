import { z } from 'zod';
import type { HistoryCursor } from '../../../ports/upstream/history-source';

/** How far the signatures of one address have been read; they come newest first. */
const mark = z.object({
  /** The newest signature known when it was last read to the end. */
  until: z.string().nullable(),
  /** In the middle of a reading: its newest signature, and the one to go on below. */
  top: z.string().nullable(),
  before: z.string().nullable(),
  /** Base units a token account held when last looked at; null: closed, or the wallet itself. */
  amount: z.string().nullable(),
  /** To be read in this pass. */
  isDue: z.boolean(),
});
export type AddressMark = z.infer<typeof mark>;

/** How far the rewards of one stake account have been read. */
const stakeMark = z.object({
  /** Epoch to ask about next. */
  next: z.number().int().nonnegative(),
  /** Epoch in which it was emptied; null: it may still earn. */
  until: z.number().int().nonnegative().nullable(),
  /** Slot of the newest transaction that dealt with it. */
  seen: z.number().int().nonnegative(),
});
export type StakeMark = z.infer<typeof stakeMark>;

const cursorSchema = z.object({
  version: z.literal(2),
  isFinished: z.boolean(),
  /** The wallet and every token account it ever had. */
  addresses: z.record(z.string(), mark),
  /** Signatures whose transactions no node had; asked for again, some in each pass. */
  lost: z.array(z.string()),
  /** More were lost than are kept. */
  isLeaky: z.boolean(),
  /** The wallet's stake accounts. */
  stakes: z.record(z.string(), stakeMark),
});
export type SolanaCursor = z.infer<typeof cursorSchema>;

export const UNREAD: AddressMark = { until: null, top: null, before: null, amount: null, isDue: true };

/** Where to read on: in the middle of an interrupted pass, or a new one that begins with the wallet. */
export function resume(stored: HistoryCursor | null, wallet: string): SolanaCursor {
  const { data } = cursorSchema.safeParse(stored);
  if (data && !data.isFinished) return data;
  const addresses = { ...data?.addresses };
  addresses[wallet] = { ...UNREAD, ...addresses[wallet], isDue: true };
  return {
    version: 2,
    isFinished: false,
    addresses,
    lost: data?.lost ?? [],
    isLeaky: data?.isLeaky ?? false,
    stakes: data?.stakes ?? {},
  };
}
