import { z } from 'zod';
import type { HistoryCursor } from '../../../ports/upstream/history-source';

const addressSchema = z.object({
  /** Read position of the address, as its own reader writes it. */
  cursor: z.record(z.string(), z.unknown()),
  /** Confirmed transactions and balance in satoshi, when the address was last read. */
  count: z.number().int().nonnegative(),
  balance: z.string(),
  /** When `count` or `balance` last changed, in milliseconds UTC. */
  changedAt: z.number().int(),
  /** Pass in which it was last read to its end. */
  pass: z.number().int(),
  truncated: z.boolean(),
  incomplete: z.boolean(),
});
const cursorSchema = z.object({
  version: z.literal(1),
  /** Number of the current pass over all addresses. */
  pass: z.number().int(),
  isFinished: z.boolean(),
  /** Used addresses. */
  addresses: z.record(z.string(), addressSchema),
});
export type AccountCursor = z.infer<typeof cursorSchema>;

/** Continues an interrupted pass, or starts a new one. */
export function resumeAccount(stored: HistoryCursor | null): AccountCursor {
  const { data } = cursorSchema.safeParse(stored);
  if (data && !data.isFinished) return data;
  return { version: 1, pass: (data?.pass ?? 0) + 1, isFinished: false, addresses: { ...data?.addresses } };
}
