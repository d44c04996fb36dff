import { signature, type StripeEvent } from '../../support/stripe';
import type { Caller, Tour } from './tour';

const SESSIONS = '/api/v1/checkout/sessions';
const WEBHOOK = 'POST /api/v1/checkout/webhook';

/** Buying a plan, as far as the money being under way: what others see of the plans of Ada and Bob stays as it was. */
export async function visitCheckout(tour: Tour): Promise<void> {
  const made = await tour.visit(`POST ${SESSIONS}`, { as: 'ada', body: { plan: 'defi' } });
  const path = { session_id: made.body.data.session_id as string };
  await tour.refuse(`POST ${SESSIONS}`, 'CONFLICT', { as: 'ada', body: { plan: 'basic' } });
  const event = tour.stripe.complete(path.session_id, 'unpaid');
  await tour.visit(WEBHOOK, { as: signer(tour, event), body: event });
  await tour.refuse(WEBHOOK, 'INVALID_SIGNATURE', { as: 'nobody', body: event });
  await tour.refuse(WEBHOOK, 'INVALID_REQUEST', { as: signer(tour, {}), body: {} });
  await tour.visit(`GET ${SESSIONS}/{session_id}`, { as: 'ada', path });
}

const signer = (tour: Tour, event: StripeEvent | object): Caller => ({
  'Stripe-Signature': signature(JSON.stringify(event), undefined, tour.stripe.now()),
});
