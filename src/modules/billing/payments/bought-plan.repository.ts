import type { EntityManager } from 'typeorm';
import { planPeriods, planOf, type PlanPeriod, type Purchase } from '../../../domain/billing/plan-periods';
import { stateOf } from '../../../domain/billing/payment-state';
import { CheckoutEntity } from '../checkout.entity';

/** Every function is part of the caller's transaction. */

/** Call it before locking a checkout of the user: locks are taken in one order. */
export async function lockUser(manager: EntityManager, id: string): Promise<void> {
  await manager.query('SELECT 1 FROM users WHERE id = $1 FOR UPDATE', [id]);
}

export function purchaseOf({ id, plan, facts, amountCents }: CheckoutEntity): Purchase | null {
  const isInForce = stateOf(facts, amountCents) === 'paid' && facts.paidAt !== null;
  return isInForce && facts.paidAt !== null ? { id, plan, paidAt: facts.paidAt } : null;
}

/** From all payments of the user, whose row must be locked. @returns false when nothing changed */
export async function writePlan(manager: EntityManager, userId: string, now: Date): Promise<boolean> {
  const checkouts = await manager.findBy(CheckoutEntity, { userId });
  const purchases = checkouts.map(purchaseOf).filter((purchase) => purchase !== null);
  const covered = planPeriods(purchases);
  await writePeriods(manager, checkouts, covered);
  const { name, expiresAt } = planOf(covered, now.getTime());
  const [, count] = await manager.query<[unknown, number]>(
    `UPDATE users SET plan_name = $2, plan_expires_at = $3
     WHERE id = $1 AND (plan_name, plan_expires_at) IS DISTINCT FROM ($2::text, $3::timestamptz)`,
    [userId, name, expiresAt === null ? null : new Date(expiresAt)],
  );
  return count > 0;
}

async function writePeriods(
  manager: EntityManager,
  checkouts: readonly CheckoutEntity[],
  covered: readonly PlanPeriod[],
): Promise<void> {
  const ends = new Map(covered.map(({ id, until }) => [id, new Date(until)]));
  await manager.query(
    `UPDATE checkouts SET covered_until = covered.until
     FROM unnest($1::uuid[], $2::timestamptz[]) AS covered (checkout, until)
     WHERE id = checkout AND covered_until IS DISTINCT FROM covered.until`,
    [checkouts.map(({ id }) => id), checkouts.map(({ id }) => ends.get(id) ?? null)],
  );
}
