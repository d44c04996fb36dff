import type { z } from 'zod';
import type { Amount, DisputeStage, PaymentFact } from '../../domain/billing/payment';
import type { PaymentEvent } from '../../ports/upstream/payments';
import { StripeCharge, StripeDispute, type StripeEvent, StripeRefund, StripeSession } from './stripe.schema';

type Reading = Pick<PaymentEvent, 'orderId' | 'sessionId' | 'paymentId' | 'fact'>;

const NOTHING = { orderId: null, sessionId: null, paymentId: null } as const;

/** EVENT_READERS: the event types that affect a plan. All others are acknowledged and ignored. */
const EVENT_READERS = {
  'checkout.session.completed': session(completed),
  'checkout.session.async_payment_succeeded': session(completed),
  'checkout.session.async_payment_failed': session(() => ({ kind: 'failed' })),
  'checkout.session.expired': session(() => ({ kind: 'expired' })),
  'charge.refunded': reader(StripeCharge, (charge) => ({
    ...NOTHING,
    orderId: charge.metadata?.order_id ?? null,
    paymentId: charge.payment_intent ?? null,
    fact: { kind: 'refunded', cents: refundedCents(charge) },
  })),
  'refund.failed': reader(StripeRefund, refundFailed),
  'refund.updated': reader(StripeRefund, refundFailed),
  'charge.refund.updated': reader(StripeRefund, refundFailed),
  'charge.dispute.created': reader(StripeDispute, disputed),
  'charge.dispute.updated': reader(StripeDispute, disputed),
  'charge.dispute.closed': reader(StripeDispute, disputed),
  'charge.dispute.funds_withdrawn': reader(StripeDispute, disputed),
  'charge.dispute.funds_reinstated': reader(StripeDispute, disputed),
} as const satisfies Record<string, (object: unknown) => Reading>;

export type StripeEventType = keyof typeof EVENT_READERS;
export const STRIPE_EVENT_TYPES = Object.keys(EVENT_READERS) as StripeEventType[];

const isKnown = (type: string): type is StripeEventType => Object.hasOwn(EVENT_READERS, type);

/**
 * @param isLive mode of the key; null when the key does not show it
 * @param now ms UTC, for an event without a timestamp
 */
export function toPaymentEvent(event: StripeEvent, isLive: boolean | null, now: number): PaymentEvent {
  const { id, type, created, livemode, data } = event;
  const isOurs = isKnown(type) && (isLive === null || (livemode ?? isLive) === isLive);
  const reading: Reading = isOurs ? EVENT_READERS[type](data.object) : { ...NOTHING, fact: 'irrelevant' };
  return { id, type, at: typeof created === 'number' ? created * 1000 : now, ...reading };
}

function reader<T extends z.ZodType>(shape: T, read: (object: z.output<T>) => Reading) {
  return (object: unknown): Reading => {
    const parsed = shape.safeParse(object);
    return parsed.success ? read(parsed.data) : { ...NOTHING, fact: 'unreadable' };
  };
}

function session(factOf: (session: z.output<typeof StripeSession>) => PaymentFact) {
  return reader(StripeSession, (object) => ({
    orderId: object.metadata?.order_id ?? null,
    sessionId: object.id,
    paymentId: object.payment_intent ?? null,
    fact: factOf(object),
  }));
}

function completed({ payment_status, amount_total, currency }: z.output<typeof StripeSession>): PaymentFact {
  const amount: Amount | null =
    typeof amount_total === 'number' && typeof currency === 'string'
      ? { cents: amount_total, currency }
      : null;
  return { kind: 'completed', isPaid: payment_status === 'paid', amount };
}

/** Without an amount the refund counts as whole: a value above any price. */
function refundedCents({ amount_refunded, refunded, amount }: z.output<typeof StripeCharge>): number {
  return amount_refunded ?? (refunded ? (amount ?? Number.MAX_SAFE_INTEGER) : 0);
}

function refundFailed({ id, payment_intent, amount, status }: z.output<typeof StripeRefund>): Reading {
  const paymentId = payment_intent ?? null;
  const isOver = status === 'failed' || status === 'canceled';
  return {
    ...NOTHING,
    paymentId,
    fact: isOver ? { kind: 'refund_failed', refundId: id, cents: amount } : 'irrelevant',
  };
}

function disputed({ id, payment_intent, status }: z.output<typeof StripeDispute>): Reading {
  return {
    ...NOTHING,
    paymentId: payment_intent ?? null,
    fact: { kind: 'disputed', disputeId: id, stage: stageOf(status) },
  };
}

/** A warning or a prevented dispute moves no money. An unknown status counts as an open dispute. */
function stageOf(status: string): DisputeStage {
  if (status === 'won' || status === 'lost') return status;
  return status.startsWith('warning_') || status === 'prevented' ? 'inquiry' : 'open';
}
