import { money, type Money } from '../../kernel/units';
import { isSameThing, liquidityRank } from '../facts/assets';
import { STATED_BY_EXCHANGE, type Leg } from '../facts/wallet-transaction';

/** A leg worth less never values a trade. */
const DUST: Money = money('0.01');
/** An unpriced leg is a rounding rest when the transaction moves this many times its units. */
const REST = 1_000_000n;

/** The side that values a trade. `none`: the value of the trade is not known. */
export type Reference = 'given' | 'got' | 'none';

/**
 * Chooses the side that values a trade. A side is priced when every leg has a price, dust excepted, and one leg
 * that is not dust remains. When both are priced, the more liquid side decides; the received side when equal.
 * @param moved every leg of the transaction
 * @source tax-rules 7.0 to 7.2
 */
export function referenceOf(
  given: readonly Leg[],
  got: readonly Leg[],
  moved: readonly Leg[] = [...given, ...got],
): Reference {
  const [isGiven, isGot] = [isPriced(given, moved), isPriced(got, moved)];
  // A trade of dust against dust has a value when no price is missing.
  const isAllDust = !isGiven && !isGot && [...given, ...got].every(({ valueUsd }) => valueUsd !== null);
  if (isAllDust || (isGiven && isGot)) return trust(got, moved) >= trust(given, moved) ? 'got' : 'given';
  if (isGot) return 'got';
  return isGiven ? 'given' : 'none';
}

const isPriced = (side: readonly Leg[], moved: readonly Leg[]): boolean =>
  side.every((leg) => leg.valueUsd !== null || isDust(leg, moved)) &&
  side.some((leg) => leg.valueUsd !== null && !isDust(leg, moved));

/** True for a leg under a cent, and for an unpriced rest of units that the same transaction moves. */
export function isDust(leg: Leg, moved: readonly Leg[]): boolean {
  if (leg.valueUsd !== null) return leg.valueUsd < DUST;
  return moved.some(
    (other) =>
      other.asset.decimals === leg.asset.decimals &&
      other.quantity >= leg.quantity * REST &&
      (other.asset.id === leg.asset.id || isSameThing(other.asset, leg.asset)),
  );
}

/** Liquidity of the least liquid leg that is not dust. */
function trust(side: readonly Leg[], moved: readonly Leg[]): number {
  const ranks = side.filter((leg) => !isDust(leg, moved)).map(rankOf);
  return Math.min(...(ranks.length > 0 ? ranks : side.map(rankOf)));
}

/** Above the coins of dollars, below dollars. Of two sides that are stated, the more liquid one decides. */
const STATED_RANK = 3.5;
const STATED_SHARE = 0.1;

const rankOf = ({ asset, price }: Leg): number => {
  const rank = liquidityRank(asset);
  return price?.source === STATED_BY_EXCHANGE ? STATED_RANK + rank * STATED_SHARE : rank;
};
