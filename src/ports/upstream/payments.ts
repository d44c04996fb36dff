import type { PaymentFact } from '../../domain/billing/payment';
import type { SoldPlan } from '../../domain/plans/plans';

/** A purchase, stored before the request to the processor. */
export interface CheckoutOrder {
  /** Own id. The processor returns it in every event. The same order again opens no second checkout. */
  id: string;
  userId: string;
  plan: SoldPlan;
  amountCents: number;
  /** Milliseconds UTC. Payment is impossible after that. */
  expiresAt: number;
}

/** An open payment form. */
export interface OpenedCheckout {
  sessionId: string;
  /** Gives access to this one checkout. It is sent to the customer and never stored. */
  clientSecret: string;
  expiresAt: number;
}

/** An event of the processor. Delivered at least once, in any order. */
export interface PaymentEvent {
  id: string;
  type: string;
  /** Milliseconds UTC by the processor's clock. */
  at: number;
  /** Own order id, the id of the form, and the id of the payment, if the event contains them. */
  orderId: string | null;
  sessionId: string | null;
  paymentId: string | null;
  /**
   * `irrelevant`: of an unused kind, or of another mode (test, live). `unreadable`: of a used kind, in an
   * unknown shape.
   */
  fact: PaymentFact | 'irrelevant' | 'unreadable';
}

/** The payment processor. */
export abstract class Payments {
  /** False: no processor is configured. */
  abstract readonly isConfigured: boolean;

  /**
   * Opens a payment form for an order, or returns the one opened before.
   * @throws AppError CONFIGURATION_ERROR without credentials of a processor; DATA_PROVIDER_ERROR when it is
   * down, slow, busy or malformed; PROVIDER_ENTITLEMENT_ERROR when it rejects the credentials
   */
  abstract open(order: CheckoutOrder): Promise<OpenedCheckout>;

  /**
   * Reads a received webhook.
   * @param body exactly as sent
   * @param signatures every value of the signature header
   * @throws AppError CONFIGURATION_ERROR without a signing secret; INVALID_SIGNATURE unless the processor
   * signed exactly these bytes within the last 300 seconds
   */
  abstract receive(body: Uint8Array, signatures: readonly string[]): PaymentEvent;

  /** Requests an event again. @returns null when the processor no longer has it @throws AppError as `open` */
  abstract find(eventId: string): Promise<PaymentEvent | null>;

  /** Events of the used kinds since a time (ms UTC), in no particular order. @throws AppError as `open` */
  abstract since(at: number): AsyncIterable<PaymentEvent>;
}
