import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { NOTHING_KNOWN } from '../../../domain/billing/payment';
import { formState } from '../../../domain/billing/payment-state';
import { currentPlan, type CurrentPlan } from '../../../domain/plans/current-plan';
import { PLANS, type PlanName, type SoldPlan } from '../../../domain/plans/plans';
import { CheckoutEntity } from '../checkout.entity';
import { inTransaction } from '../../../adapters/persistence/effects';

export type CheckoutRow = Readonly<CheckoutEntity>;

export interface Wish {
  id: string;
  /** Id of the first order of a request with an idempotency key, so that its repetition finds it. */
  keyedId: string | null;
  userId: string;
  plan: SoldPlan;
  amountCents: number;
  at: Date;
  expiresAt: Date;
  /** An equal order begun after this is continued. */
  reuseSince: Date;
}

/** For buyers. Reports of the processor come in through the ledger. */
@Injectable()
export class CheckoutRepository {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Stores an order, or continues a recent unpaid one. Calls of one user take turns.
   * @returns the plan in force instead, when it is higher; null when the account is gone
   */
  begin(wish: Wish): Promise<CheckoutRow | { higher: CurrentPlan } | null> {
    return inTransaction(this.dataSource, async (manager) => {
      const [user] = await manager.query<{ plan: PlanName; ends: Date | null }[]>(
        `SELECT plan_name AS plan, plan_expires_at AS ends FROM users
         WHERE id = $1 AND disabled_at IS NULL FOR UPDATE`,
        [wish.userId],
      );
      if (!user) return null;
      const current = currentPlan(user.plan, user.ends?.getTime() ?? null, wish.at.getTime());
      const inForce = current.isExpired ? 'free' : current.name;
      if (PLANS[inForce].rank > PLANS[wish.plan].rank) return { higher: current };
      const { userId, plan, amountCents } = wish;
      const [last] = await manager.find(CheckoutEntity, {
        where: { userId, plan },
        order: { createdAt: 'DESC', id: 'ASC' },
        take: 1,
      });
      if (last && isContinued(last, wish)) return last;
      const repeated =
        wish.keyedId === null ? null : await manager.findOneBy(CheckoutEntity, { id: wish.keyedId });
      if (
        repeated &&
        isContinued(repeated, { ...wish, reuseSince: new Date(0) }) &&
        repeated.expiresAt > wish.at
      )
        return repeated;
      const id = repeated ? wish.id : (wish.keyedId ?? wish.id);
      const row: CheckoutEntity = {
        ...{ id, userId, plan, amountCents, createdAt: wish.at, expiresAt: wish.expiresAt },
        ...{ sessionId: null, paymentId: null, facts: NOTHING_KNOWN, isReusable: true, coveredUntil: null },
      };
      await manager.insert(CheckoutEntity, row);
      return row;
    });
  }

  async opened(id: string, sessionId: string, expiresAt: Date): Promise<void> {
    await this.checkouts().update({ id }, { sessionId, expiresAt });
  }

  /** The processor remembers a failure, so the next attempt must be another order. */
  async giveUp(id: string): Promise<void> {
    await this.checkouts().update({ id }, { isReusable: false });
  }

  find(userId: string, sessionId: string): Promise<CheckoutRow | null> {
    return this.checkouts().findOneBy({ userId, sessionId });
  }

  private checkouts() {
    return this.dataSource.getRepository(CheckoutEntity);
  }
}

const isContinued = (order: CheckoutRow, wish: Wish): boolean =>
  order.isReusable &&
  order.createdAt > wish.reuseSince &&
  order.amountCents === wish.amountCents &&
  formState(order.facts) === 'open';
