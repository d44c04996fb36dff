import type { PlanName } from './plans';

export interface CurrentPlan {
  /** The bought plan. The user sees it also after its end. */
  name: PlanName;
  /** True after its end: `effective` is `free`. */
  isExpired: boolean;
  /** Milliseconds UTC. Null for a plan without an end. */
  expiresAt: number | null;
  /** The plan whose caps apply. */
  effective: PlanName;
}

/**
 * Returns the plan in force. A plan ends exactly at its end time.
 * @param expiresAt milliseconds UTC, null for a plan without an end
 * @source api.md 1.9
 */
export function currentPlan(name: PlanName, expiresAt: number | null, now: number): CurrentPlan {
  const isExpired = name !== 'free' && expiresAt !== null && expiresAt <= now;
  return { name, isExpired, expiresAt, effective: isExpired ? 'free' : name };
}
