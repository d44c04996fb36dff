import { HELD, type HeldReason } from '../../../domain/billing/held';

interface Held {
  id: string;
  type: string;
  reason: HeldReason | null;
  occurredAt: Date;
  receivedAt: Date;
  orderId: string | null;
  sessionId: string | null;
  paymentId: string | null;
  tries: number;
  retryAt: Date | null;
}

export const toHeldEvent = (event: Held) => ({
  event_id: event.id,
  type: event.type,
  reason: event.reason,
  explanation: event.reason === null ? null : HELD[event.reason].text,
  occurred_at: event.occurredAt.toISOString(),
  received_at: event.receivedAt.toISOString(),
  order_id: event.orderId,
  session_id: event.sessionId,
  payment_id: event.paymentId,
  tries: event.tries,
  /** Null: it waits for a person. */
  next_try_at: event.retryAt?.toISOString() ?? null,
});
