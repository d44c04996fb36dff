import { Injectable, Logger } from '@nestjs/common';
import { HELD } from '../../../domain/billing/held';
import { Clock } from '../../../ports/clock';
import { Payments, type PaymentEvent } from '../../../ports/upstream/payments';
import { PlanLookup } from '../../../ports/access/plan-lookup';
import { PaymentLedgerRepository, type EnteredEvent, type Settlement } from './payment-ledger.repository';

@Injectable()
export class PaymentEvents {
  private readonly log = new Logger('Billing');

  constructor(
    private readonly payments: Payments,
    private readonly ledger: PaymentLedgerRepository,
    private readonly plans: PlanLookup,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns when the event is in the ledger: only then may the processor forget it.
   * @throws AppError INVALID_SIGNATURE, CONFIGURATION_ERROR; after any other error nothing was written, and the event
   * is sent again
   */
  async receive(body: Uint8Array, signatures: readonly string[]): Promise<void> {
    await this.settle(this.payments.receive(body, signatures));
  }

  /** @returns null for events of other products */
  async settle(event: PaymentEvent): Promise<Settlement | null> {
    const { fact, ...rest } = event;
    if (fact === 'irrelevant') return null;
    const settlement = await this.ledger.settle({ ...rest, fact }, new Date(this.clock.now()));
    if (settlement.changedUserId !== null) this.plans.changed(settlement.changedUserId);
    this.report({ ...rest, fact }, settlement);
    return settlement;
  }

  private report({ id, type }: EnteredEvent, { outcome, reason, changedUserId }: Settlement): void {
    if (reason !== null) this.log.warn(`event ${id} (${type}) is held: ${HELD[reason].text}`);
    else if (outcome === 'applied') this.log.log(`event ${id} (${type}) applied`);
    if (changedUserId !== null) this.log.log(`the plan of user ${changedUserId} was changed by event ${id}`);
  }
}
