import type { Principal } from './principal';
import { CAPS, PLANS } from '../plans/plans';

/**
 * The part of a history that a plan shows: the most recent transactions and their lots. The history is always
 * computed completely, so sums, ranks and holdings are never limited.
 * @source spec 1, 8 (cap rules)
 */
export interface PlanWindow {
  /** True when the cap hides something. */
  isLimited: boolean;
  /** Null means unlimited. */
  limit: number | null;
  /** Number of all transactions. */
  total: number;
  shows(transactionId: string): boolean;
  /**
   * A lot from another wallet of the owner has a transaction of that wallet, so its receipt counts instead.
   */
  showsLot(lot: { transactionId: string; receivedAt: number }): boolean;
}

/**
 * Number of transactions that a caller may see. Null means unlimited, for example for partners. A caller
 * without credentials has the free plan.
 */
export function transactionCap(principal: Principal): number | null {
  switch (principal.kind) {
    case 'partner':
      return null;
    case 'anonymous':
      return PLANS.free.transactionCap;
    case 'user':
    case 'api_key':
      return CAPS[principal.plan].transactionCap;
  }
}

/** The caps of the plans that have one. */
export const TRANSACTION_CAPS: readonly number[] = Object.values(PLANS).flatMap(({ transactionCap: cap }) =>
  cap === null ? [] : [cap],
);

/** What a plan states about a wallet with this number of transactions. */
export const planLimit = (
  total: number,
  cap: number | null,
): Pick<PlanWindow, 'isLimited' | 'limit' | 'total'> => ({
  isLimited: cap !== null && total > cap,
  limit: cap,
  total,
});

/** @param transactions of the wallet, oldest first */
export function planWindow(
  transactions: readonly { id: string; at: number }[],
  cap: number | null,
): PlanWindow {
  const limit = planLimit(transactions.length, cap);
  if (cap === null || !limit.isLimited) return { ...limit, shows: () => true, showsLot: () => true };
  const shown = transactions.slice(limit.total - cap);
  const visible = new Set(shown.map(({ id }) => id));
  const own = new Set(transactions.map(({ id }) => id));
  const since = shown[0]?.at ?? Infinity;
  return {
    ...limit,
    shows: (id) => visible.has(id),
    showsLot: ({ transactionId, receivedAt }) =>
      visible.has(transactionId) || (!own.has(transactionId) && receivedAt >= since),
  };
}
