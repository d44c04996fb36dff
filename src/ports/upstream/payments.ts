import type { PaymentFact } from '../../domain/billing/payment';
import type { SoldPlan } from '../../domain/plans/plans';

/** What a user is about to buy, as we wrote it down before asking the processor. */
export interface Order {
  /** Ours; the processor gives it back with everything it tells. The same order asked for again opens nothing new. */
  id: string;
  userId: string;
  plan: SoldPlan;
  amountCents: number;
  /** Milliseconds UTC; nobody can pay after that. */
  expiresAt: number;
}

/** A form to pay in. */
export interface OpenedCheckout {
  sessionId: string;
  /** Lets whoever has it pay, and see, this one checkout. Goes to the customer and is kept nowhere. */
  clientSecret: string;
  expiresAt: number;
}

/** Something the processor tells. At least once, in any order. */
export interface PaymentEvent {
  id: string;
  type: string;
  /** Milliseconds UTC by the processor's clock. */
  at: number;
  /** Our order, the processor's form, and the payment itself: as much of it as this event names. */
  orderId: string | null;
  sessionId: string | null;
  paymentId: string | null;
  /**
   * `irrelevant`: of a kind we have no use for, or of another mode (test, live) than ours; `unreadable`: of a kind we
   * need, in a shape we do not know.
   */
  fact: PaymentFact | 'irrelevant' | 'unreadable';
}

/** The payment processor. */
export abstract class Payments {
  /** False: there is nobody to ask. */
  abstract readonly isConfigured: boolean;

  /**
   * Opens a form to pay an order in, or finds the one opened for it before.
   * @throws AppError CONFIGURATION_ERROR without credentials of a processor; DATA_PROVIDER_ERROR when it is down, slow,
   *   busy or malformed; PROVIDER_ENTITLEMENT_ERROR when it refuses our credentials
   */
  abstract open(order: Order): Promise<OpenedCheckout>;

  /**
   * Reads what came in by HTTP.
   * @param body exactly as sent
   * @param signatures every value of the signature header
   * @throws AppError CONFIGURATION_ERROR without a signing secret; INVALID_SIGNATURE unless the processor signed these
   *   very bytes within the last 300 seconds
   */
  abstract receive(body: Uint8Array, signatures: readonly string[]): PaymentEvent;

  /** Asks for an event again. @returns null when the processor no longer has it @throws AppError as `open` */
  abstract find(eventId: string): Promise<PaymentEvent | null>;

  /** Events of the kinds we need since a moment (ms UTC), in no particular order. @throws AppError as `open` */
  abstract since(at: number): AsyncIterable<PaymentEvent>;
}
