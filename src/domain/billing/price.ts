import { PLANS, type SoldPlan } from '../plans/plans';

/** In the processor's spelling. @source spec 4.8 */
export const PLAN_CURRENCY = 'usd';

export const priceOf = (plan: SoldPlan): number => PLANS[plan].priceCents;

/** As the API writes money: `14900` -> `149`, `4950` -> `49.5`. @source spec 2.1; api.md 0 (decimals) */
export function centsToText(cents: number): string {
  const digits = String(cents).padStart(3, '0');
  const fraction = digits.slice(-2).replace(/0+$/, '');
  return fraction === '' ? digits.slice(0, -2) : `${digits.slice(0, -2)}.${fraction}`;
}
