import { PLAN_MS, PLANS, type PlanName, type SoldPlan } from '../plans/plans';

/** A payment that is in force. */
export interface Purchase {
  /** Decides between two of the same moment. */
  id: string;
  plan: SoldPlan;
  /** Milliseconds UTC. */
  paidAt: number;
}

/** What a purchase buys: its plan from one moment (inclusive) to another (exclusive). */
export interface Coverage {
  id: string;
  plan: SoldPlan;
  from: number;
  until: number;
  /** It begins when an equal or higher plan ends, not when it was paid. */
  isWaiting: boolean;
}

/**
 * Each purchase runs 365 days from its payment; one that would be of no use then, because the same or a higher plan is
 * in force, from the end of that: who pays early loses nothing. The order of the purchases given does not matter.
 * @source api.md 1.9
 */
export function coverages(purchases: readonly Purchase[]): Coverage[] {
  const covered: Coverage[] = [];
  for (const { id, plan, paidAt } of purchases.toSorted(byPayment)) {
    const atLeast = covered.filter((other) => PLANS[other.plan].rank >= PLANS[plan].rank);
    const from = freeFrom(paidAt, atLeast);
    covered.push({ id, plan, from, until: from + PLAN_MS, isWaiting: from > paidAt });
  }
  return covered;
}

/**
 * The plan to write down for a user: the highest in force, and how long it lasts without a break; the one that ended
 * last when none is; `free` when nothing was bought, or all of it was given back.
 */
export function planOf(
  covered: readonly Coverage[],
  now: number,
): { name: PlanName; expiresAt: number | null } {
  // The processor's clock may be ahead of ours: what was paid runs.
  const running = covered.filter(({ from, until, isWaiting }) => now < until && (!isWaiting || from <= now));
  const [best] = running.toSorted((a, b) => PLANS[b.plan].rank - PLANS[a.plan].rank);
  if (best) return { name: best.plan, expiresAt: endOf(best, covered) };
  const [ended] = covered.toSorted((a, b) => b.until - a.until);
  return ended ? { name: ended.plan, expiresAt: ended.until } : { name: 'free', expiresAt: null };
}

const byPayment = (a: Purchase, b: Purchase): number =>
  a.paidAt - b.paidAt || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

/** The first moment from `start` on at which none of these is in force. */
function freeFrom(start: number, others: readonly Coverage[]): number {
  let from = start;
  for (;;) {
    const inForce = others.find((other) => other.from <= from && from < other.until);
    if (!inForce) return from;
    from = inForce.until;
  }
}

function endOf(coverage: Coverage, covered: readonly Coverage[]): number {
  const next = covered.find(({ plan, from }) => plan === coverage.plan && from === coverage.until);
  return next ? endOf(next, covered) : coverage.until;
}
