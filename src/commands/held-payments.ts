import { toHeldEvent } from '../modules/billing/payments/held.presenter';
import { HeldEventsRepository } from '../modules/billing/payments/held-events.repository';
import { PaymentEventEntity } from '../modules/billing/payments/payment-event.entity';
import { withTables } from './database';

const MOST_HELD = 1_000;

/** Lists payment events that had no effect, oldest first. */
export const heldPayments = (): Promise<unknown> =>
  withTables([PaymentEventEntity], async (connection) => {
    const held = await new HeldEventsRepository(connection).list(MOST_HELD);
    return { held: held.map(toHeldEvent) };
  });
