import type { Principal } from './principal';
import { CAPS, PLANS } from '../plans/plans';

/** The history is always computed completely: the plan limits lists, not sums. @source spec 1, 8 (cap rules) */
export interface PlanWindow {
  isLimited: boolean;
  limit: number | null;
  total: number;
  shows(transactionId: string): boolean;
  /** A lot from another wallet of the owner has a transaction of that wallet, so its receipt counts instead. */
  showsLot(lot: { transactionId: string; receivedAt: number }): boolean;
}

/** Null: unlimited, for example for partners. A caller without credentials has the free plan. */
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

export const TRANSACTION_CAPS: readonly number[] = Object.values(PLANS).flatMap(({ transactionCap: cap }) =>
  cap === null ? [] : [cap],
);

export const planLimit = (
  total: number,
  cap: number | null,
): Pick<PlanWindow, 'isLimited' | 'limit' | 'total'> => ({
  isLimited: cap !== null && total > cap,
  limit: cap,
  total,
});

export const jointLimit = (
  limits: readonly Pick<PlanWindow, 'isLimited' | 'total'>[],
  cap: number | null,
): Pick<PlanWindow, 'isLimited' | 'limit' | 'total'> => ({
  limit: cap,
  isLimited: limits.some(({ isLimited }) => isLimited),
  total: limits.reduce((sum, { total }) => sum + total, 0),
});

export type OwnersWindow = (transaction: { id: string }) => boolean;

/** @param transactions of one owner, oldest first for each wallet. The plan limits each wallet separately. */
export function windowsOfOwner(
  transactions: readonly { id: string; wallet: string }[],
  cap: number | null,
): OwnersWindow {
  if (cap === null) return () => true;
  const [shown, counts] = [new Set<string>(), new Map<string, number>()];
  for (const { id, wallet } of transactions.toReversed()) {
    const count = (counts.get(wallet) ?? 0) + 1;
    counts.set(wallet, count);
    if (count <= cap) shown.add(id);
  }
  return ({ id }) => shown.has(id);
}

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
