import { Injectable, Logger } from '@nestjs/common';
import { Config } from '../../../config/env';
import { userOf, type Principal } from '../../../domain/access/principal';
import { priceOf } from '../../../domain/billing/price';
import { AppError } from '../../../domain/kernel/errors';
import type { SoldPlan } from '../../../domain/plans/plans';
import { effectId } from '../../../adapters/persistence/effects';
import { Clock } from '../../../ports/clock';
import { Payments, type OpenedCheckout } from '../../../ports/upstream/payments';
import { BillingRules } from '../billing-rules';
import { toCheckout, toOpenedCheckout } from './checkout.presenter';
import { CheckoutRepository, type CheckoutRow } from './checkout.repository';
import type { CheckoutResponse, OpenedCheckoutResponse } from './checkout.shapes.dto';

/** Does not know what was paid: payments come in through the ledger. */
@Injectable()
export class CheckoutService {
  private readonly log = new Logger('Billing');

  constructor(
    private readonly checkouts: CheckoutRepository,
    private readonly payments: Payments,
    private readonly clock: Clock,
    private readonly rules: BillingRules,
    private readonly config: Config,
  ) {}

  /**
   * Returns the same form for the same wish within ten minutes, and for a repeated idempotency key. The processor's
   * key is derived from it.
   * @throws AppError CONFIGURATION_ERROR without a processor, or where no plans are sold; CONFLICT while a higher
   * plan is in force; DATA_PROVIDER_ERROR, PROVIDER_ENTITLEMENT_ERROR
   */
  async open(principal: Principal, plan: SoldPlan): Promise<OpenedCheckoutResponse> {
    if (this.config.PLANS === 'off')
      throw new AppError(
        'CONFIGURATION_ERROR',
        { variable: 'PLANS' },
        { message: 'This service sells no plans' },
      );
    if (!this.payments.isConfigured)
      throw new AppError('CONFIGURATION_ERROR', { missing: 'STRIPE_SECRET_KEY' });
    const order = await this.order(userOf(principal).userId, plan);
    const opened = await this.ask(order);
    await this.checkouts.opened(order.id, opened.sessionId, new Date(opened.expiresAt));
    return toOpenedCheckout(order, opened);
  }

  /** @throws AppError RESOURCE_NOT_FOUND, also for a checkout of another user */
  async get(principal: Principal, sessionId: string): Promise<CheckoutResponse> {
    const isName = /^\w[\w-]{0,254}$/.test(sessionId);
    const checkout = isName ? await this.checkouts.find(userOf(principal).userId, sessionId) : null;
    if (!checkout) throw new AppError('RESOURCE_NOT_FOUND', { resource: 'checkout_session' });
    return toCheckout(checkout, this.clock.now());
  }

  private async order(userId: string, plan: SoldPlan): Promise<CheckoutRow> {
    const now = this.clock.now();
    const order = await this.checkouts.begin({
      id: this.clock.newId(),
      keyedId: effectId(),
      userId,
      plan,
      amountCents: priceOf(plan),
      at: new Date(now),
      expiresAt: new Date(now + this.rules.openMs),
      reuseSince: new Date(now - this.rules.reuseMs),
    });
    if (order === null) throw new AppError('UNAUTHORIZED');
    if (!('higher' in order)) return order;
    const { name, expiresAt } = order.higher;
    throw new AppError(
      'CONFLICT',
      { plan_name: name, plan_expires_at: expiresAt === null ? null : new Date(expiresAt).toISOString() },
      { message: 'A higher plan is active' },
    );
  }

  /** Stripe repeats a failure to every request with the same key, so the next attempt is another order. */
  private async ask({ id, plan, amountCents, userId, expiresAt }: CheckoutRow): Promise<OpenedCheckout> {
    try {
      return await this.payments.open({
        ...{ id, plan, amountCents, userId: userId ?? '' },
        expiresAt: expiresAt.getTime(),
      });
    } catch (error) {
      await this.checkouts.giveUp(id).catch((reason: unknown) => {
        this.log.warn(`order ${id} could not be cancelled: ${String(reason)}`);
      });
      throw error;
    }
  }
}
