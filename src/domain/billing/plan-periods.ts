import { PLAN_MS, PLANS, type PlanName, type SoldPlan } from '../plans/plans';

/** A payment that is in force. */
export interface Purchase {
  /** Breaks ties between two purchases at the same time. */
  id: string;
  plan: SoldPlan;
  /** Milliseconds UTC. */
  paidAt: number;
}

/** The period of a purchase: its plan from one time (inclusive) to another (exclusive). */
export interface PlanPeriod {
  id: string;
  plan: SoldPlan;
  from: number;
  until: number;
  /** True when it starts at the end of an equal or higher plan, not at payment. */
  isWaiting: boolean;
}

/**
 * Each purchase runs 365 days from its payment. If the same or a higher plan is in force then, it starts at
 * the end of that plan, so an early payment loses nothing: also when the higher plan is paid while it waits.
 * The order of the purchases does not matter.
 * @returns in the order in which they start
 * @source api.md 1.9
 */
export function planPeriods(purchases: readonly Purchase[]): PlanPeriod[] {
  const covered: PlanPeriod[] = [];
  // In the order of the payments, each with the time at which it can start by what is known.
  let open = purchases.toSorted(byPayment).map((purchase) => ({ ...purchase, from: purchase.paidAt }));
  while (open.length > 0) {
    const next = open.reduce((first, other) => (isBefore(other, first) ? other : first));
    const { id, plan, paidAt } = next;
    const atLeast = covered.filter((other) => PLANS[other.plan].rank >= PLANS[plan].rank);
    const from = freeFrom(next.from, atLeast);
    if (from > next.from) next.from = from;
    else {
      covered.push({ id, plan, from, until: from + PLAN_MS, isWaiting: from > paidAt });
      open = open.filter((other) => other !== next);
    }
  }
  return covered;
}

/**
 * Returns the plan to store for a user: the highest plan in force and its end without a gap. If no plan is in
 * force, returns the plan that ended last. Returns `free` when nothing was bought or everything was refunded.
 */
export function planOf(
  covered: readonly PlanPeriod[],
  now: number,
): { name: PlanName; expiresAt: number | null } {
  // The processor's clock may be ahead of the local clock: a paid plan is in force.
  const running = covered.filter(({ from, until, isWaiting }) => now < until && (!isWaiting || from <= now));
  const [best] = running.toSorted((a, b) => PLANS[b.plan].rank - PLANS[a.plan].rank);
  if (best) return { name: best.plan, expiresAt: endOf(best, covered) };
  const [ended] = covered.toSorted((a, b) => b.until - a.until);
  return ended ? { name: ended.plan, expiresAt: ended.until } : { name: 'free', expiresAt: null };
}

const byPayment = (a: Purchase, b: Purchase): number =>
  a.paidAt - b.paidAt || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

/** Of two that start at the same time, the higher plan is placed first: the other one waits for it. */
const isBefore = (a: { plan: SoldPlan; from: number }, b: { plan: SoldPlan; from: number }): boolean =>
  a.from < b.from || (a.from === b.from && PLANS[a.plan].rank > PLANS[b.plan].rank);

/** Returns the first time from `start` on at which none of these is in force. */
function freeFrom(start: number, others: readonly PlanPeriod[]): number {
  let from = start;
  for (;;) {
    const inForce = others.find((other) => other.from <= from && from < other.until);
    if (!inForce) return from;
    from = inForce.until;
  }
}

function endOf(period: PlanPeriod, covered: readonly PlanPeriod[]): number {
  const next = covered.find(({ plan, from }) => plan === period.plan && from === period.until);
  return next ? endOf(next, covered) : period.until;
}
