import { formState, isPaid } from '../../../domain/billing/payment-state';
import type { PaymentFacts } from '../../../domain/billing/payment';
import { centsToText, PLAN_CURRENCY } from '../../../domain/billing/price';
import type { CheckoutResponse, OpenedCheckoutResponse } from './checkout.shapes.dto';

interface Checkout {
  sessionId: string | null;
  plan: string;
  amountCents: number;
  facts: PaymentFacts;
  coveredUntil: Date | null;
  expiresAt: Date;
}

interface Opened {
  sessionId: string;
  clientSecret: string;
  expiresAt: number;
}

export const toOpenedCheckout = (
  { plan, amountCents }: Pick<Checkout, 'plan' | 'amountCents'>,
  { sessionId, clientSecret, expiresAt }: Opened,
): OpenedCheckoutResponse => ({
  session_id: sessionId,
  client_secret: clientSecret,
  plan,
  amount: centsToText(amountCents),
  currency: PLAN_CURRENCY,
  expires_at: new Date(expiresAt).toISOString(),
});

/** @param now ms UTC: a form past its time is expired, even before the processor reports it */
export function toCheckout(checkout: Checkout, now: number): CheckoutResponse {
  const { sessionId, plan, amountCents, facts, coveredUntil, expiresAt } = checkout;
  const form = formState(facts);
  return {
    session_id: sessionId ?? '',
    status: form === 'open' && expiresAt.getTime() <= now ? 'expired' : form,
    payment_status: isPaid(facts) ? 'paid' : 'unpaid',
    plan,
    amount: centsToText(amountCents),
    currency: PLAN_CURRENCY,
    plan_active: coveredUntil !== null && coveredUntil.getTime() > now,
  };
}
