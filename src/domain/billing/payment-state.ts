import type { PaymentFacts } from './payment';

/**
 * State of a payment, derived from its facts:
 * - `open` not paid yet; `expired` can no longer be paid
 * - `processing` the money is in transit; `failed` the money did not arrive
 * - `paid` the money arrived, and the purchase is in force
 * - `refunded` everything was refunded; `disputed` the customer's bank reclaims the money, or has it
 * - `mismatched` the paid amount differs from the price: a person must review it
 */
export type PaymentState =
  'open' | 'expired' | 'processing' | 'failed' | 'paid' | 'refunded' | 'disputed' | 'mismatched';

export function stateOf(facts: PaymentFacts, priceCents: number): PaymentState {
  if (!isPaid(facts)) return unpaidState(facts);
  if (facts.isMismatched) return 'mismatched';
  if (Object.values(facts.disputes).some(({ value }) => value === 'open' || value === 'lost'))
    return 'disputed';
  return returnedCents(facts) >= priceCents ? 'refunded' : 'paid';
}

/** True when a payment is reported and no later failure. Within one second the payment wins. */
export const isPaid = ({ paidAt, paidAgainAt, failedAt }: PaymentFacts): boolean =>
  paidAt !== null && paidAgainAt !== null && (failedAt === null || failedAt <= paidAgainAt);

/** `complete` also while the money is in transit, and after a failure. */
export function formState(facts: PaymentFacts): 'open' | 'complete' | 'expired' {
  if (facts.completedAt !== null || facts.paidAt !== null || facts.failedAt !== null) return 'complete';
  return facts.expiredAt === null ? 'open' : 'expired';
}

function unpaidState(facts: PaymentFacts): PaymentState {
  if (facts.failedAt !== null) return 'failed';
  if (facts.completedAt !== null) return 'processing';
  return facts.expiredAt === null ? 'open' : 'expired';
}

function returnedCents({ refunded, failedRefunds }: PaymentFacts): number {
  if (refunded === null) return 0;
  return Object.values(failedRefunds)
    .filter(({ at }) => at >= refunded.at)
    .reduce((left, { value }) => left - value, refunded.value);
}
