import { z } from 'zod';
import type { HistoryCursor } from '../../../ports/upstream/history-source';

/** Of one address. Signatures are returned newest first. */
const mark = z.object({
  /** Newest known signature at the last complete read. */
  until: z.string().nullable(),
  /** During a read: its newest signature, and the signature to continue below. */
  top: z.string().nullable(),
  before: z.string().nullable(),
  /** The signature above `before`, in the same read. */
  prior: z.string().nullable().default(null),
  /** No node that has `before` confirmed the end of the list: the next read continues there. */
  isOpen: z.boolean().default(false),
  /** Base units of a token account at the last check. Null: closed, or the wallet itself. */
  amount: z.string().nullable(),
  isDue: z.boolean(),
});
export type AddressMark = z.infer<typeof mark>;

const stakeMark = z.object({
  next: z.number().int().nonnegative(),
  /** Epoch in which the account was emptied. Null: it can still earn. */
  until: z.number().int().nonnegative().nullable(),
  /** Slot of the newest transaction with the account. */
  seen: z.number().int().nonnegative(),
});
export type StakeMark = z.infer<typeof stakeMark>;

const cursorSchema = z.object({
  /**
   * Older versions count stake accounts of pools as those of the wallet. They lack changes of concentrated positions,
   * and token calls where no balances are recorded.
   */
  version: z.literal(5),
  isFinished: z.boolean(),
  /** The wallet and every past or present token account. */
  addresses: z.record(z.string(), mark),
  /** Signatures whose transactions no node had. Each read retries some. */
  lost: z.array(z.string()),
  isLeaky: z.boolean(),
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

/** The middle of an interrupted read, or a new one that starts with the wallet. */
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
