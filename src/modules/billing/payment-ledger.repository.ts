import { Injectable } from '@nestjs/common';
import { DataSource, In, type EntityManager } from 'typeorm';
import { coverages, planOf, type Coverage, type Purchase } from '../../domain/billing/coverage';
import { nextRetryMs, type HeldReason } from '../../domain/billing/held';
import { absorb, type PaymentFact, type PaymentFacts } from '../../domain/billing/payment';
import { stateOf } from '../../domain/billing/payment-state';
import type { PaymentEvent } from '../../ports/payments';
import { CheckoutEntity } from './checkout.entity';
import { PaymentEventEntity } from './payment-event.entity';

/** An event that may matter. */
export type LedgerEvent = Omit<PaymentEvent, 'fact'> & { fact: PaymentFact | 'unreadable' };

export type HeldEvent = Readonly<PaymentEventEntity>;

/** What became of an event. */
export interface Settlement {
  /** `known`: it had its effect before. */
  outcome: 'applied' | 'held' | 'known';
  reason: HeldReason | null;
  /** Whose plan was changed. */
  changedUserId: string | null;
}

const KNOWN: Settlement = { outcome: 'known', reason: null, changedUserId: null };

/**
 * The ledger of what the processor told. An event and its effect are one transaction, so that neither is ever there
 * without the other. Locks are taken in one order everywhere: payment, event, user, checkouts.
 * @source reliability.md 1.10
 */
@Injectable()
export class PaymentLedgerRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Gives an event its effect, once, whoever brings it and how often. One that can have none yet is kept. */
  settle(event: LedgerEvent, now: Date): Promise<Settlement> {
    return this.dataSource.transaction(async (manager) => {
      await lockPayment(manager, event.paymentId);
      const entry = await enter(manager, event, now);
      if (!entry) return KNOWN;
      const hold = (reason: HeldReason) => held(manager, entry, reason, now);
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

  /** Held events whose time has come, longest waiting first. */
  async due(now: Date, limit: number): Promise<HeldEvent[]> {
    return this.events()
      .createQueryBuilder('event')
      .where(`event.outcome = 'held' AND event.retry_at <= :now`, { now })
      .orderBy('event.retry_at')
      .addOrderBy('event.id')
      .limit(limit)
      .getMany();
  }

  /** Held events, oldest first. */
  held(limit: number): Promise<HeldEvent[]> {
    return this.events().find({
      where: { outcome: 'held' },
      order: { receivedAt: 'ASC', id: 'ASC' },
      take: limit,
    });
  }

  async heldCounts(): Promise<ReadonlyMap<string, number>> {
    const rows = await this.dataSource.query<{ reason: string; count: number }[]>(
      `SELECT reason, count(*)::integer AS count FROM payment_events WHERE outcome = 'held' GROUP BY reason`,
    );
    return new Map(rows.map(({ reason, count }) => [reason, count]));
  }

  /** Of these, the ones that need nothing any more. */
  async applied(ids: readonly string[]): Promise<Set<string>> {
    const rows = await this.events().find({
      select: { id: true },
      where: { id: In([...ids]), outcome: 'applied' },
    });
    return new Set(rows.map(({ id }) => id));
  }

  /** Nothing came of looking at it again; the next look is later. */
  async postpone(event: HeldEvent, now: Date): Promise<void> {
    const entry = { ...event, tries: event.tries + 1 };
    await held(this.dataSource.manager, entry, event.reason ?? 'unreadable', now);
  }

  /**
   * Users whose plan has run out while another one they paid for has not: a lower one that waited, or goes on.
   * @returns those whose plan was changed
   */
  async renewExpired(now: Date): Promise<string[]> {
    const users = await this.dataSource.query<{ id: string }[]>(
      `SELECT DISTINCT users.id FROM users JOIN checkouts ON checkouts.user_id = users.id
       WHERE users.plan_expires_at <= $1 AND checkouts.covered_until > $1`,
      [now],
    );
    const changed: string[] = [];
    for (const { id } of users) {
      const isChanged = await this.dataSource.transaction(async (manager) => {
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

/** Events of one payment take turns: one that waits for the payment to be known must not miss that it is. */
async function lockPayment(manager: EntityManager, paymentId: string | null): Promise<void> {
  if (paymentId === null) return;
  await manager.query(`SELECT pg_advisory_xact_lock(hashtextextended('payment ' || $1, 0))`, [paymentId]);
}

/** @returns the row of the event, locked; null when it has had its effect */
async function enter(
  manager: EntityManager,
  event: LedgerEvent,
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

async function held(
  manager: EntityManager,
  entry: HeldEvent,
  reason: HeldReason,
  now: Date,
): Promise<Settlement> {
  const waitMs = nextRetryMs(reason, entry.tries, now.getTime() - entry.receivedAt.getTime());
  const retryAt = waitMs === null ? null : new Date(now.getTime() + waitMs);
  await manager.update(
    PaymentEventEntity,
    { id: entry.id, outcome: 'held' },
    { reason, retryAt, tries: entry.tries },
  );
  return { outcome: 'held', reason, changedUserId: null };
}

async function apply(manager: EntityManager, ids: string[], checkoutId: string): Promise<void> {
  await manager.update(
    PaymentEventEntity,
    { id: In(ids) },
    { outcome: 'applied', reason: null, retryAt: null, checkoutId },
  );
}

/** The checkout an event is about, and before it the row of its user, both locked. */
async function lockCheckout(
  manager: EntityManager,
  { sessionId, orderId, paymentId }: LedgerEvent,
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

async function lockUser(manager: EntityManager, id: string): Promise<void> {
  await manager.query('SELECT 1 FROM users WHERE id = $1 FOR UPDATE', [id]);
}

/** Adds what the event says, and what came before anybody knew whose payment it was. */
async function learn(
  manager: EntityManager,
  checkout: CheckoutEntity,
  event: LedgerEvent,
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

function purchaseOf({ id, plan, facts, amountCents }: CheckoutEntity): Purchase | null {
  const isInForce = stateOf(facts, amountCents) === 'paid' && facts.paidAt !== null;
  return isInForce && facts.paidAt !== null ? { id, plan, paidAt: facts.paidAt } : null;
}

/** Money came in, and what it was to buy is not in force. */
function doubtOf({ facts, amountCents, userId }: CheckoutEntity, fact: PaymentFact): HeldReason | null {
  if (fact.kind !== 'paid' && !(fact.kind === 'completed' && fact.isPaid)) return null;
  const state = stateOf(facts, amountCents);
  if (state === 'mismatched') return 'mismatched';
  return state === 'paid' && userId === null ? 'ownerless' : null;
}

/** The plan that all payments of a user add up to now. The row of the user is locked. @returns false: as it was */
async function writePlan(manager: EntityManager, userId: string, now: Date): Promise<boolean> {
  const checkouts = await manager.findBy(CheckoutEntity, { userId });
  const purchases = checkouts.map(purchaseOf).filter((purchase) => purchase !== null);
  const covered = coverages(purchases);
  await writeCoverage(manager, checkouts, covered);
  const { name, expiresAt } = planOf(covered, now.getTime());
  const [, count] = await manager.query<[unknown, number]>(
    `UPDATE users SET plan_name = $2, plan_expires_at = $3
     WHERE id = $1 AND (plan_name, plan_expires_at) IS DISTINCT FROM ($2::text, $3::timestamptz)`,
    [userId, name, expiresAt === null ? null : new Date(expiresAt)],
  );
  return count > 0;
}

async function writeCoverage(
  manager: EntityManager,
  checkouts: readonly CheckoutEntity[],
  covered: readonly Coverage[],
): Promise<void> {
  const ends = new Map(covered.map(({ id, until }) => [id, new Date(until)]));
  await manager.query(
    `UPDATE checkouts SET covered_until = covered.until
     FROM unnest($1::uuid[], $2::timestamptz[]) AS covered (checkout, until)
     WHERE id = checkout AND covered_until IS DISTINCT FROM covered.until`,
    [checkouts.map(({ id }) => id), checkouts.map(({ id }) => ends.get(id) ?? null)],
  );
}
