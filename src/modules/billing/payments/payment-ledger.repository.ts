import { Injectable } from '@nestjs/common';
import { DataSource, In, type EntityManager } from 'typeorm';
import { lockKeyInTransaction } from '../../../adapters/persistence/advisory-locks';
import { inTransaction } from '../../../adapters/persistence/effects';
import type { HeldReason } from '../../../domain/billing/held';
import { absorb, type PaymentFact, type PaymentFacts } from '../../../domain/billing/payment';
import { stateOf } from '../../../domain/billing/payment-state';
import type { PaymentEvent } from '../../../ports/upstream/payments';
import { CheckoutEntity } from '../checkout.entity';
import { lockUser, purchaseOf, writePlan } from './bought-plan.repository';
import { holdEvent } from './held-events.repository';
import { PaymentEventEntity } from './payment-event.entity';

export type EnteredEvent = Omit<PaymentEvent, 'fact'> & { fact: PaymentFact | 'unreadable' };

export interface Settlement {
  /** `known`: it had its effect before. */
  outcome: 'applied' | 'held' | 'known';
  reason: HeldReason | null;
  changedUserId: string | null;
}

const KNOWN: Settlement = { outcome: 'known', reason: null, changedUserId: null };

/**
 * An event and its effect are one transaction, so that neither exists without the other. Locks are taken in one order
 * everywhere: payment, event, user, checkouts.
 * @source reliability.md 1.10
 */
@Injectable()
export class PaymentLedgerRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Gives an event its effect once, however often it comes. An event without a possible effect yet is held. */
  settle(event: EnteredEvent, now: Date): Promise<Settlement> {
    return inTransaction(this.dataSource, async (manager) => {
      await lockPayment(manager, event.paymentId);
      const entry = await enter(manager, event, now);
      if (!entry) return KNOWN;
      const hold = async (reason: HeldReason): Promise<Settlement> => {
        await holdEvent(manager, entry, reason, now);
        return { outcome: 'held', reason, changedUserId: null };
      };
      if (event.fact === 'unreadable') return hold('unreadable');
      const checkout = await lockCheckout(manager, event);
      if (!checkout) return hold('unknown');
      const before = purchaseOf(checkout);
      await learn(manager, checkout, event, event.fact);
      const after = purchaseOf(checkout);
      const isOther = before?.paidAt !== after?.paidAt;
      const { userId } = checkout;
      const isChanged = isOther && userId !== null && (await writePlan(manager, userId, now));
      const changedUserId = isChanged ? userId : null;
      const reason = doubtOf(checkout, event.fact);
      if (reason) return { ...(await hold(reason)), changedUserId };
      await apply(manager, [entry.id], checkout.id);
      return { outcome: 'applied', reason: null, changedUserId };
    });
  }

  /** @returns the ids that need nothing any more */
  async applied(ids: readonly string[]): Promise<Set<string>> {
    const rows = await this.events().find({
      select: { id: true },
      where: { id: In([...ids]), outcome: 'applied' },
    });
    return new Set(rows.map(({ id }) => id));
  }

  /** Users whose plan ended while a lower one that they paid for is in force. @returns users with a changed plan */
  async renewExpired(now: Date): Promise<string[]> {
    const users = await this.dataSource.query<{ id: string }[]>(
      `SELECT DISTINCT users.id FROM users JOIN checkouts ON checkouts.user_id = users.id
       WHERE users.plan_expires_at <= $1 AND checkouts.covered_until > $1`,
      [now],
    );
    const changed: string[] = [];
    for (const { id } of users) {
      const isChanged = await inTransaction(this.dataSource, async (manager) => {
        await lockUser(manager, id);
        return writePlan(manager, id, now);
      });
      if (isChanged) changed.push(id);
    }
    return changed;
  }

  private events() {
    return this.dataSource.getRepository(PaymentEventEntity);
  }
}

/** Events of one payment take turns, so that an event that waits for the payment to be known does not miss it. */
async function lockPayment(manager: EntityManager, paymentId: string | null): Promise<void> {
  if (paymentId === null) return;
  await lockKeyInTransaction(manager, 'payment', paymentId);
}

/** @returns the locked row of the event; null when it has had its effect */
async function enter(
  manager: EntityManager,
  event: EnteredEvent,
  now: Date,
): Promise<PaymentEventEntity | null> {
  const { id, type, at, orderId, sessionId, paymentId } = event;
  const fact = event.fact === 'unreadable' ? null : JSON.stringify(event.fact);
  const isNew = await manager.query<unknown[]>(
    `INSERT INTO payment_events (id, type, occurred_at, received_at, order_id, session_id, payment_id, fact, outcome, reason)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8::jsonb, 'held', 'unknown') ON CONFLICT (id) DO NOTHING RETURNING id`,
    [id, type, new Date(at), now, orderId, sessionId, paymentId, fact],
  );
  const entry = await manager.findOne(PaymentEventEntity, {
    where: { id },
    lock: { mode: 'pessimistic_write' },
  });
  if (!entry || entry.outcome === 'applied') return null;
  if (isNew.length === 0) {
    entry.tries++;
    await manager.query(
      `UPDATE payment_events SET order_id = $2, session_id = $3, payment_id = $4, fact = $5::jsonb WHERE id = $1`,
      [id, orderId, sessionId, paymentId, fact],
    );
  }
  return entry;
}

async function apply(manager: EntityManager, ids: string[], checkoutId: string): Promise<void> {
  await manager.update(
    PaymentEventEntity,
    { id: In(ids) },
    { outcome: 'applied', reason: null, retryAt: null, checkoutId },
  );
}

/** Locks the row of the user first. */
async function lockCheckout(
  manager: EntityManager,
  { sessionId, orderId, paymentId }: EnteredEvent,
): Promise<CheckoutEntity | null> {
  const [found] = await manager.query<{ id: string; userId: string | null }[]>(
    `SELECT id, user_id AS "userId" FROM checkouts WHERE session_id = $1 OR id = $2 OR payment_id = $3
     ORDER BY session_id = $1 DESC NULLS LAST, id = $2 DESC NULLS LAST LIMIT 1`,
    [sessionId, orderId, paymentId],
  );
  if (!found) return null;
  if (found.userId !== null) await lockUser(manager, found.userId);
  return manager.findOne(CheckoutEntity, { where: { id: found.id }, lock: { mode: 'pessimistic_write' } });
}

async function learn(
  manager: EntityManager,
  checkout: CheckoutEntity,
  event: EnteredEvent,
  fact: PaymentFact,
): Promise<void> {
  const add = (more: PaymentFact, at: number): PaymentFacts =>
    absorb(checkout.facts, more, at, checkout.amountCents);
  checkout.facts = add(fact, event.at);
  checkout.sessionId ??= event.sessionId;
  checkout.paymentId ??= event.paymentId;
  const waiting = await waitingFor(manager, event.paymentId, event.id);
  for (const { fact: earlier, occurredAt } of waiting)
    if (earlier) checkout.facts = add(earlier, occurredAt.getTime());
  if (waiting.length > 0)
    await apply(
      manager,
      waiting.map(({ id }) => id),
      checkout.id,
    );
  const { id, facts, sessionId, paymentId } = checkout;
  await manager.query(
    'UPDATE checkouts SET facts = $2::jsonb, session_id = $3, payment_id = $4 WHERE id = $1',
    [id, JSON.stringify(facts), sessionId, paymentId],
  );
}

async function waitingFor(
  manager: EntityManager,
  paymentId: string | null,
  exceptId: string,
): Promise<PaymentEventEntity[]> {
  if (paymentId === null) return [];
  return manager
    .createQueryBuilder(PaymentEventEntity, 'event')
    .where(`event.payment_id = :paymentId AND event.outcome = 'held' AND event.reason = 'unknown'`, {
      paymentId,
    })
    .andWhere('event.id <> :exceptId', { exceptId })
    .orderBy('event.id')
    .setLock('pessimistic_write')
    .getMany();
}

/** Money came in, and the bought plan is not in force. */
function doubtOf({ facts, amountCents, userId }: CheckoutEntity, fact: PaymentFact): HeldReason | null {
  if (fact.kind !== 'paid' && !(fact.kind === 'completed' && fact.isPaid)) return null;
  const state = stateOf(facts, amountCents);
  if (state === 'mismatched') return 'mismatched';
  return state === 'paid' && userId === null ? 'ownerless' : null;
}
