import type { Asset } from '../../kernel/asset';
import { dec } from '../../kernel/decimal';
import { isFiat } from '../../kernel/exchanges/fiat';
import {
  formatMoney,
  MONEY_DECIMALS,
  mulDiv,
  pow10,
  valueOf,
  type Money,
  type Quantity,
} from '../../kernel/units';
import { isDebt, isNft } from '../facts/assets';
import { STATED_BY_EXCHANGE, type Leg, type WalletTransaction } from '../facts/wallet-transaction';
import { isDust, referenceOf } from './trade-sides';

export const isMarketPriced = (asset: Asset): boolean =>
  !asset.decimalsUnknown && !isNft(asset) && !isDebt(asset) && !isFiat(asset);

const sum = (values: readonly (Money | null)[]): Money =>
  values.reduce<Money>((total, v) => total + (v ?? 0n), 0n);

/**
 * Values both sides of a trade equally. The reference side keeps its market value. The legs of the other side
 * share that total by their own market values. The last leg takes the remainder. Without a reference all legs
 * keep their market values, and the value of the trade is not known.
 * @param given, got legs with their market values (null: no price)
 * @param moved every leg of the transaction
 * @returns the same legs with values; disagrees: a market price differs from the trade by more than 5 times
 * @source tax-rules 7.0, 7.1 a, 7.2, 7.4, 1.3
 */
export function splitValue(
  given: readonly Leg[],
  got: readonly Leg[],
  at: number,
  moved: readonly Leg[] = [...given, ...got],
): { legs: Leg[]; disagrees: boolean } {
  const by = referenceOf(given, got, moved);
  if (by === 'none') return { legs: [...given, ...got], disagrees: false };
  const [reference, other] = by === 'got' ? [got, given] : [given, got];
  const isRest = (leg: Leg): boolean => leg.valueUsd === null && isDust(leg, moved);
  const [rests, valued] = [other.filter(isRest), other.filter((leg) => !isRest(leg))];
  if (valued.length === 0) return { legs: [...given, ...got], disagrees: false };
  const total = sum(reference.map((leg) => leg.valueUsd));
  const values = sharesOf(total, valued);
  const isStated = reference.some(({ price }) => price?.source === STATED_BY_EXCHANGE);
  const source = isStated ? STATED_BY_EXCHANGE : 'trade';
  const legs = valued.map((leg, i) => byTrade(leg, values[i] ?? 0n, { source, at }));
  const disagrees = valued.some((leg, i) => isFarOff(leg.valueUsd, values[i] ?? 0n));
  return { legs: [...reference, ...legs, ...rests], disagrees };
}

/** Unpriced legs share equally the rest after the priced legs. Without a rest, all legs shrink in proportion. */
export function sharesOf(total: Money, legs: readonly Leg[]): Money[] {
  const known = sum(legs.map((leg) => leg.valueUsd));
  const unknown = legs.filter((leg) => leg.valueUsd === null).length;
  const isSplittable = unknown > 0 && known < total;
  const weightOf = (leg: Leg): bigint => {
    if (legs.length === 1) return 1n;
    if (known === 0n) return 1n;
    if (leg.valueUsd === null) return isSplittable ? total - known : 0n;
    return isSplittable ? leg.valueUsd * BigInt(unknown) : leg.valueUsd;
  };
  return proportions(total, legs.map(weightOf));
}

/** @returns null when a value is missing */
export const knownSum = (legs: readonly Leg[]): Money | null =>
  legs.some((leg) => leg.valueUsd === null) ? null : sum(legs.map((leg) => leg.valueUsd));

/** Splits units by value, or equally without prices. */
export function unitsByValue(quantity: Quantity, legs: readonly Leg[]): Quantity[] {
  const isPriced = legs.every((leg) => leg.valueUsd !== null && leg.valueUsd > 0n);
  return proportions(
    quantity,
    legs.map((leg) => (isPriced ? (leg.valueUsd ?? 0n) : 1n)),
  );
}

/** Splits the fee and the other costs of a trade over legs, by value. @source tax-rules 6 */
export function costShares({ fee, legs: all }: WalletTransaction, legs: readonly Leg[]): Money[] {
  const costs = all.filter((leg) => leg.isCost).map((leg) => leg.valueUsd);
  return proportions(
    sum([fee?.valueUsd ?? null, ...costs]),
    legs.map((leg) => leg.valueUsd ?? 0n),
  );
}

/** Splits exactly. The last slice takes the remainder. */
export function proportions(total: Money, weights: readonly bigint[]): Money[] {
  const all = weights.reduce((a, b) => a + b, 0n);
  let left = total;
  return weights.map((weight, i) => {
    const slice = i === weights.length - 1 || all === 0n ? left : mulDiv(total, weight, all);
    left -= slice;
    return slice;
  });
}

const byTrade = (leg: Leg, valueUsd: Money, price: { source: string; at: number }): Leg => ({
  ...leg,
  valueUsd,
  price: { usd: unitPrice(valueUsd, leg), ...price },
});

const isFarOff = (market: Money | null, trade: Money): boolean =>
  market !== null && (market > trade * 5n || trade > market * 5n);

/** USD per whole unit, rounded half up at 18 digits. */
export const unitPrice = (valueUsd: Money, { quantity, asset }: Pick<Leg, 'quantity' | 'asset'>): string =>
  formatMoney(mulDiv(valueUsd, pow10(asset.decimals), quantity));

const PLAIN_DECIMAL = /^(\d+)(?:\.(\d+))?$/;

/** Quantity × price, exact and rounded half up at 18 digits. Uses integers, because it runs for every leg. */
export function worth(quantity: Quantity, decimals: number, usd: string): Money {
  const [, whole, fraction = ''] = PLAIN_DECIMAL.exec(usd) ?? [];
  if (whole === undefined) return valueOf(quantity, decimals, dec(usd));
  return mulDiv(
    quantity,
    BigInt(whole + fraction) * pow10(MONEY_DECIMALS),
    pow10(decimals + fraction.length),
  );
}
