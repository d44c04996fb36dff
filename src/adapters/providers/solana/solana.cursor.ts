import { z } from 'zod';
import type { HistoryCursor } from '../../../ports/upstream/history-source';

/** Read progress of the signatures of one address. They are returned newest first. */
const mark = z.object({
  /** Newest known signature at the last complete read. */
  until: z.string().nullable(),
  /** During a read: its newest signature, and the signature to continue below. */
  top: z.string().nullable(),
  before: z.string().nullable(),
  /** The signature above `before`, in the same read. */
  prior: z.string().nullable().default(null),
  /** True when no node that has `before` confirmed the end of the list: the next read goes on there. */
  isOpen: z.boolean().default(false),
  /** Base units of a token account at the last check. Null: closed, or the wallet itself. */
  amount: z.string().nullable(),
  /** True when it is due in this read. */
  isDue: z.boolean(),
});
export type AddressMark = z.infer<typeof mark>;

/** Read progress of the rewards of one stake account. */
const stakeMark = z.object({
  /** Next epoch to read. */
  next: z.number().int().nonnegative(),
  /** Epoch in which it was emptied. Null: it can still earn. */
  until: z.number().int().nonnegative().nullable(),
  /** Slot of the newest transaction with it. */
  seen: z.number().int().nonnegative(),
});
export type StakeMark = z.infer<typeof stakeMark>;

const cursorSchema = z.object({
  /**
   * Rows read by earlier versions name stake accounts of pools as those of the wallet, and lack the changes of
   * concentrated positions, and what calls say of tokens where no balances are recorded.
   */
  version: z.literal(5),
  isFinished: z.boolean(),
  /** The wallet and every past or present token account. */
  addresses: z.record(z.string(), mark),
  /** Signatures whose transactions no node had. Each read retries some. */
  lost: z.array(z.string()),
  /** True when more were lost than are stored. */
  isLeaky: z.boolean(),
  /** The wallet's stake accounts. */
  stakes: z.record(z.string(), stakeMark),
});
export type SolanaCursor = z.infer<typeof cursorSchema>;

export const UNREAD: AddressMark = {
  until: null,
  top: null,
  before: null,
  prior: null,
  isOpen: false,
  amount: null,
  isDue: true,
};

/** Start of the next read: the middle of an interrupted read, or a new one that starts with the wallet. */
export function resume(stored: HistoryCursor | null, wallet: string): SolanaCursor {
  const { data } = cursorSchema.safeParse(stored);
  if (data && !data.isFinished) return data;
  const known = Object.entries(data?.addresses ?? {});
  const addresses = Object.fromEntries(
    known.map(([address, mark]) => [address, { ...mark, isDue: mark.isDue || mark.isOpen }]),
  );
  addresses[wallet] = { ...UNREAD, ...addresses[wallet], isDue: true };
  return {
    version: 5,
    isFinished: false,
    addresses,
    lost: data?.lost ?? [],
    isLeaky: data?.isLeaky ?? false,
    stakes: data?.stakes ?? {},
  };
}
