import { z } from 'zod';

/** Ids are stored, so they allow only plain characters. */

const id = z.string().regex(/^\w[\w-]{0,254}$/);
const reference = z.union([id, z.object({ id }).transform((object) => object.id)]);
const seconds = z.int().min(0).max(99_999_999_999);
const cents = z.int().min(0);
const metadata = z
  .object({ order_id: z.uuid().optional().catch(undefined) })
  .nullish()
  .catch(null);

/** @source docs.stripe.com/api/events/object */
export const StripeEvent = z.object({
  id,
  type: z.string().max(200),
  created: seconds.nullish(),
  livemode: z.boolean().nullish(),
  data: z.object({ object: z.unknown() }),
});
export type StripeEvent = z.infer<typeof StripeEvent>;

/** @source docs.stripe.com/api/checkout/sessions/object */
export const StripeSession = z.object({
  id,
  payment_intent: reference.nullish(),
  payment_status: z.string(),
  amount_total: cents.nullish(),
  currency: z.string().max(10).nullish(),
  metadata,
});

export const OpenedSession = z.object({
  id,
  client_secret: z.string().min(1),
  expires_at: seconds.nullish(),
});

/** @source docs.stripe.com/api/charges/object */
export const StripeCharge = z
  .object({
    payment_intent: reference.nullish(),
    amount: cents.nullish(),
    amount_refunded: cents.nullish(),
    refunded: z.boolean().nullish(),
    metadata,
  })
  .refine(({ amount_refunded, refunded }) => typeof amount_refunded === 'number' || refunded === true);

/** @source docs.stripe.com/api/refunds/object */
export const StripeRefund = z.object({
  id,
  payment_intent: reference.nullish(),
  amount: cents,
  status: z.string().nullish(),
});

/** @source docs.stripe.com/api/disputes/object */
export const StripeDispute = z.object({
  id,
  payment_intent: reference.nullish(),
  status: z.string(),
});
