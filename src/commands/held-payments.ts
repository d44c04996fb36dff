import { PartnerKeyEntity } from '../modules/auth/partner-keys/partner-key.entity';
import { UserEntity } from '../modules/auth/users/user.entity';
import { CheckoutEntity } from '../modules/billing/checkout.entity';
import { toHeldEvent } from '../modules/billing/payments/held.presenter';
import { HeldEventsRepository } from '../modules/billing/payments/held-events.repository';
import { PaymentEventEntity } from '../modules/billing/payments/payment-event.entity';
import { withTables } from './database';

const MOST_HELD = 1_000;
const TABLES = [PaymentEventEntity, CheckoutEntity, UserEntity, PartnerKeyEntity];

export const heldPayments = (): Promise<unknown> =>
  withTables(TABLES, async (connection) => {
    const held = await new HeldEventsRepository(connection).list(MOST_HELD);
    return { held: held.map(toHeldEvent) };
  });
