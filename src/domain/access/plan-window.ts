import type { Principal } from './principal';
import { PLANS } from '../plans/plans';

/**
 * What a plan lets a caller see of a history that is always computed whole: the most recent transactions, and the
 * lots they made. Sums, ranks and holdings are never cut.
 * @source spec 1, 8 (cap rules)
 */
export interface PlanWindow {
  /** True when the cap hides something. */
  isLimited: boolean;
  /** Null is unlimited. */
  limit: number | null;
  /** How many transactions there are. */
  total: number;
  shows(transactionId: string): boolean;
  /** A lot that came over from another wallet of the owner has a transaction of that wallet: its receipt counts. */
  showsLot(lot: { transactionId: string; receivedAt: number }): boolean;
}

/** Transactions a caller may see; null is unlimited. Partners are; whoever sends no credential has the free plan. */
export function transactionCap(principal: Principal): number | null {
  switch (principal.kind) {
    case 'partner':
      return null;
    case 'anonymous':
      return PLANS.free.transactionCap;
    case 'user':
    case 'api_key':
      return PLANS[principal.plan].transactionCap;
  }
}

/** @param transactions of the wallet, oldest first */
export function planWindow(
  transactions: readonly { id: string; at: number }[],
  cap: number | null,
): PlanWindow {
  const total = transactions.length;
  if (cap === null || total <= cap)
    return { isLimited: false, limit: cap, total, shows: () => true, showsLot: () => true };
  const shown = transactions.slice(total - cap);
  const visible = new Set(shown.map(({ id }) => id));
  const own = new Set(transactions.map(({ id }) => id));
  const since = shown[0]?.at ?? Infinity;
  return {
    isLimited: true,
    limit: cap,
    total,
    shows: (id) => visible.has(id),
    showsLot: ({ transactionId, receivedAt }) =>
      visible.has(transactionId) || (!own.has(transactionId) && receivedAt >= since),
  };
}
