import type { CarriedShare } from '../../engine';
import type { Leg } from '../facts/wallet-transaction';
import { referenceOf } from './trade-sides';

/**
 * Returns how the received units of a trade without a known value share the basis of the given units. A leg
 * with a market price has that value. The others share the rest equally.
 * @param moved every leg of the transaction
 * @returns by received leg; empty when the value of the trade is known
 * @source tax-rules 7.0
 */
export function carriedShares(
  given: readonly Leg[],
  got: readonly Leg[],
  moved: readonly Leg[],
): ReadonlyMap<Leg, CarriedShare> {
  const shares = new Map<Leg, CarriedShare>();
  if (referenceOf(given, got, moved) !== 'none') return shares;
  const unknown = got.filter(({ valueUsd }) => valueUsd === null);
  const less = got.reduce((sum, { valueUsd }) => sum + (valueUsd ?? 0n), 0n);
  const whole = BigInt(unknown.length);
  unknown.forEach((leg, i) => shares.set(leg, { from: BigInt(i), upTo: BigInt(i) + 1n, whole, less }));
  return shares;
}
