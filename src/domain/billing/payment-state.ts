import type { PaymentFacts } from './payment';

/**
 * How a payment stands, read off its facts:
 * - `open` nothing was paid yet; `expired` nothing can be any more; `processing` the money is under way; `failed` it
 *   did not come
 * - `paid` it is there, and what was bought is in force
 * - `refunded` all of it was given back; `disputed` the customer's bank wants it back, or has it
 * - `mismatched` something else than the price was paid: a person has to look
 */
export type PaymentState =
  'open' | 'expired' | 'processing' | 'failed' | 'paid' | 'refunded' | 'disputed' | 'mismatched';

/** @param priceCents what was to be paid */
export function stateOf(facts: PaymentFacts, priceCents: number): PaymentState {
  if (!isPaid(facts)) return unpaidState(facts);
  if (facts.isMismatched) return 'mismatched';
  if (Object.values(facts.disputes).some(({ value }) => value === 'open' || value === 'lost'))
    return 'disputed';
  return returnedCents(facts) >= priceCents ? 'refunded' : 'paid';
}

/** Said to be paid, and not said to have failed after that. Within one second the money counts. */
export const isPaid = ({ paidAt, paidAgainAt, failedAt }: PaymentFacts): boolean =>
  paidAt !== null && paidAgainAt !== null && (failedAt === null || failedAt <= paidAgainAt);

/** What the customer sees of the form: `complete` also while the money is under way, and when it does not come. */
export function formState(facts: PaymentFacts): 'open' | 'complete' | 'expired' {
  if (facts.completedAt !== null || facts.paidAt !== null || facts.failedAt !== null) return 'complete';
  return facts.expiredAt === null ? 'open' : 'expired';
}

function unpaidState(facts: PaymentFacts): PaymentState {
  if (facts.failedAt !== null) return 'failed';
  if (facts.completedAt !== null) return 'processing';
  return facts.expiredAt === null ? 'open' : 'expired';
}

/** Refunds less those that failed after the refunds were last counted. */
function returnedCents({ refunded, failedRefunds }: PaymentFacts): number {
  if (refunded === null) return 0;
  return Object.values(failedRefunds)
    .filter(({ at }) => at >= refunded.at)
    .reduce((left, { value }) => left - value, refunded.value);
}
