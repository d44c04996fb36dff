import type Stripe from 'stripe';
import { PLAN_CURRENCY } from '../../domain/billing/price';
import { PLANS } from '../../domain/plans/plans';
import type { CheckoutOrder } from '../../ports/upstream/payments';

/** @source api.md 1.9; docs.stripe.com/api/checkout/sessions/create */
export function toSessionParams({
  id,
  userId,
  plan,
  amountCents,
  expiresAt,
}: CheckoutOrder): Stripe.Checkout.SessionCreateParams {
  const metadata = { order_id: id };
  return {
    mode: 'payment',
    ui_mode: 'embedded_page',
    redirect_on_completion: 'never',
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: PLAN_CURRENCY,
          unit_amount: amountCents,
          product_data: { name: `${PLANS[plan].label} plan, 365 days` },
        },
      },
    ],
    // Charges the price in its own currency.
    adaptive_pricing: { enabled: false },
    client_reference_id: userId,
    metadata,
    // Charges inherit the metadata, so that a refund also names its order.
    payment_intent_data: { metadata },
    expires_at: Math.floor(expiresAt / 1000),
  };
}
