import { PLAN_MS, PLANS, type PlanName, type SoldPlan } from '../plans/plans';

export interface Purchase {
  /** Breaks ties between purchases at the same time. */
  id: string;
  plan: SoldPlan;
  /** Milliseconds UTC. */
  paidAt: number;
}

/** `from` is inclusive, `until` exclusive. */
export interface PlanPeriod {
  id: string;
  plan: SoldPlan;
  from: number;
  until: number;
  isWaiting: boolean;
}

/**
 * Each purchase runs 365 days from its payment. If the same or a higher plan is in force then, it starts at the end
 * of that plan, so an early payment loses nothing. A higher plan that is paid later, while this one waits, also
 * delays it. The order of the purchases does not matter.
 * @returns in the order in which they start
 * @source api.md 1.9
 */
export function planPeriods(purchases: readonly Purchase[]): PlanPeriod[] {
  const covered: PlanPeriod[] = [];
  // Each starts at the earliest possible time known so far.
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
 * Returns the highest plan in force and its end without a gap. If none is in force, returns the plan that ended last;
 * `free` when nothing was bought or everything was refunded.
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

const isBefore = (a: { plan: SoldPlan; from: number }, b: { plan: SoldPlan; from: number }): boolean =>
  a.from < b.from || (a.from === b.from && PLANS[a.plan].rank > PLANS[b.plan].rank);

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
