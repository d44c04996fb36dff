import type { PlanName } from './plans';

export interface CurrentPlan {
  /** As bought; shown to the user even after it ran out. */
  name: PlanName;
  /** It ran out: `effective` is `free`. */
  isExpired: boolean;
  /** Milliseconds UTC; null for a plan that does not end. */
  expiresAt: number | null;
  /** Whose caps apply. */
  effective: PlanName;
}

/**
 * A plan runs until its end and not a millisecond longer.
 * @param expiresAt milliseconds UTC, null for a plan without an end
 * @source api.md 1.9
 */
export function currentPlan(name: PlanName, expiresAt: number | null, now: number): CurrentPlan {
  const isExpired = name !== 'free' && expiresAt !== null && expiresAt <= now;
  return { name, isExpired, expiresAt, effective: isExpired ? 'free' : name };
}
