import { z } from 'zod';
import type { HistoryCursor } from '../../../ports/upstream/history-source';

const addressSchema = z.object({
  /** In the format of the reader of single addresses. */
  cursor: z.record(z.string(), z.unknown()),
  /** Confirmed transactions and balance in satoshi at the last read. */
  count: z.number().int().nonnegative(),
  balance: z.string(),
  /** Milliseconds UTC of the last change of `count` or `balance`. */
  changedAt: z.number().int(),
  pass: z.number().int(),
  truncated: z.boolean(),
  incomplete: z.boolean(),
});
const cursorSchema = z.object({
  version: z.literal(1),
  pass: z.number().int(),
  isFinished: z.boolean(),
  addresses: z.record(z.string(), addressSchema),
});
export type AccountCursor = z.infer<typeof cursorSchema>;

export function resumeAccount(stored: HistoryCursor | null): AccountCursor {
  const { data } = cursorSchema.safeParse(stored);
  if (data && !data.isFinished) return data;
  return { version: 1, pass: (data?.pass ?? 0) + 1, isFinished: false, addresses: { ...data?.addresses } };
}
