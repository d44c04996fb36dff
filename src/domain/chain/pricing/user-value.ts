import type { Money } from '../../kernel/units';
import { isFiat } from '../../kernel/exchanges/fiat';
import { isDebt } from '../facts/assets';
import { feeLeg, type Leg, type PriceRef, type WalletTransaction } from '../facts/wallet-transaction';
import { isOneCoin, legRoles, valueLike, withheldValue } from './leg-roles';
import { proportions, sharesOf, unitPrice } from './split';
import { isMissing, KEEPS_OWN_VALUE } from './value';

/** Flags that a value settles. */
const SETTLED: ReadonlySet<string> = new Set(['missing_price', 'provider_price_disagrees']);

/** The sides that a value applies to: of an own transfer the units that moved. Empty when none are booked at a value. */
export function valuedSides(tx: WalletTransaction): Leg[][] {
  const { given, got, income, internals } = legRoles(tx);
  if (given.length > 0 && got.length > 0 && !KEEPS_OWN_VALUE.has(tx.type)) return [given, got];
  const legs = income.length > 0 ? income.map(({ leg }) => leg) : [...given, ...got];
  const booked = legs.filter((leg) => !isDebt(leg.asset) && leg.escrow === undefined);
  if (booked.length > 0) return [booked];
  const open = internals.filter(isUnpriced);
  const sent = open.filter(({ direction }) => direction === 'out');
  // Units lost on the way are booked where the rest arrives.
  const moved = sent.length > 0 ? sent : open;
  return waitsForFee(tx, moved) || moved.length === 0 ? [] : [moved];
}

/** The fee as a leg, where a value of the transaction is that of its fee: no other units are booked at one. */
export const feeToValue = (tx: WalletTransaction): Leg | null =>
  tx.fee !== null && waitsForFee(tx, []) && valuedSides(tx).length === 0 ? feeLeg(tx.fee) : null;

/** Fees and other costs that only their own value settles: in coins without a market price that nothing else moves. */
export function feesToValue(tx: WalletTransaction): Leg[] {
  const moved = valuedSides(tx).flat();
  return [...(tx.fee ? [feeLeg(tx.fee)] : []), ...legRoles(tx).costs].filter((cost) =>
    waitsAsFee(cost, moved),
  );
}

const waitsForFee = ({ fee }: WalletTransaction, legs: readonly Leg[]): boolean =>
  fee !== null && waitsAsFee(fee, legs);

/** True for a fee without a market price, unless the price of these units is its own. */
const waitsAsFee = (fee: Pick<Leg, 'asset' | 'valueUsd' | 'price'>, legs: readonly Leg[]): boolean =>
  !isFiat(fee.asset) && isUnpriced(fee) && !legs.some(({ asset }) => isOneCoin(asset, fee.asset));

/** Without a value, or with one that its owner stated. */
const isUnpriced = ({ valueUsd, price }: Pick<Leg, 'valueUsd' | 'price'>): boolean =>
  valueUsd === null || price?.source === 'manual';

/** What the owner states about a transaction. Null: nothing. */
export interface StatedValues {
  /** Of each side of a trade, else of all units. Of the fee where no other units are booked at a value. */
  value: Money | null;
  /** Of the fees that wait for their own value, together. */
  fees: Money | null;
}

/**
 * Values a transaction as the user states: each side of a trade, else all units together, and the fees. The legs of a
 * side share the value by their market values. A fee in a coin of the transaction has its price.
 * @source tax-rules 7.1 b
 */
export function withUserValue(tx: WalletTransaction, stated: StatedValues): WalletTransaction {
  const values = new Map<number, Money>();
  const { value } = stated;
  if (value !== null)
    for (const side of valuedSides(tx))
      sharesOf(value, side).forEach((share, i) => values.set(side[i]?.index ?? -1, share));
  const ofFees = stated.fees ?? (feeToValue(tx) ? value : null);
  if (ofFees !== null) feeShares(ofFees, feesToValue(tx)).forEach((share, index) => values.set(index, share));
  if (values.size === 0) return tx;
  const valued = (leg: Leg): Leg => {
    const valueUsd = values.get(leg.index);
    if (valueUsd === undefined) return leg;
    return { ...leg, valueUsd, price: manual(valueUsd, leg, tx.at) };
  };
  const traded = { ...tx, legs: tx.legs.map(valued) };
  const costOf = <T extends Pick<Leg, 'asset' | 'quantity' | 'valueUsd' | 'price'>>(cost: T): T => ({
    ...cost,
    ...(withheldValue(traded, cost) ?? (cost.valueUsd === null ? valueLike(traded.legs, cost) : null)),
  });
  const legs = traded.legs.map((leg) => (leg.isCost && !values.has(leg.index) ? costOf(leg) : leg));
  const fee = tx.fee && feeOf(tx.fee, valued(feeLeg(tx.fee)), costOf);
  const filled = tx.filled && valued(tx.filled);
  const givenBefore = tx.givenBefore?.map(valued);
  // What the user states is the value after fees in cash.
  const isOpen =
    (fee !== null && isOpenFee(fee)) ||
    legs.some((leg) => leg.isCost && isOpenFee(leg)) ||
    (value === null && isMissing(tx, legs));
  const left = tx.flags.filter((flag) => !SETTLED.has(flag) || (isOpen && flag === 'missing_price'));
  return {
    ...tx,
    fee,
    legs,
    ...(filled ? { filled } : {}),
    ...(givenBefore ? { givenBefore } : {}),
    flags: [...new Set([...left, 'manual' as const])],
  };
}

type Fee = NonNullable<WalletTransaction['fee']>;

const feeOf = (fee: Fee, { valueUsd, price }: Leg, costOf: (fee: Fee) => Fee): Fee =>
  valueUsd === fee.valueUsd && price === fee.price ? costOf(fee) : { ...fee, valueUsd, price };

const isOpenFee = ({ asset, valueUsd }: Pick<Leg, 'asset' | 'valueUsd'>): boolean =>
  valueUsd === null && !isFiat(asset);

/** By units where the fees are in one coin, else by value. */
function feeShares(total: Money, fees: readonly Leg[]): Map<number, Money> {
  const isOneCoin = fees.every(({ asset }) => asset.id === fees[0]?.asset.id);
  const shares = isOneCoin
    ? proportions(
        total,
        fees.map(({ quantity }) => quantity),
      )
    : sharesOf(total, fees);
  return new Map(fees.map(({ index }, i) => [index, shares[i] ?? 0n]));
}

const manual = (total: Money, units: Parameters<typeof unitPrice>[1], at: number): PriceRef => ({
  usd: unitPrice(total, units),
  source: 'manual',
  at,
});
