import type { AppliedPlan, PlanName } from './plans';

export interface CurrentPlan {
  name: PlanName;
  /** True after its end: `effective` is then `free`. */
  isExpired: boolean;
  /** Milliseconds UTC. Null for a plan without an end. */
  expiresAt: number | null;
  effective: AppliedPlan;
}

/**
 * A plan ends exactly at its end time.
 * @param expiresAt milliseconds UTC, null for a plan without an end
 * @param plans `off`: no plan limits an account
 * @source api.md 1.9
 */
export function currentPlan(
  name: PlanName,
  expiresAt: number | null,
  now: number,
  plans: 'on' | 'off' = 'on',
): CurrentPlan {
  const isExpired = name !== 'free' && expiresAt !== null && expiresAt <= now;
  if (plans === 'off') return { name, isExpired, expiresAt, effective: 'unlimited' };
  return { name, isExpired, expiresAt, effective: isExpired ? 'free' : name };
}
