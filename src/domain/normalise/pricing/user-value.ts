import type { Money } from '../../kernel/units';
import { isFiat } from '../../kernel/exchanges/fiat';
import { isDebt } from '../facts/assets';
import type { Leg, WalletTransaction } from '../facts/wallet-transaction';
import { legRoles, withheldValue } from './leg-roles';
import { sharesOf, unitPrice } from './split';
import { KEEPS_OWN_VALUE } from './value';

/** Flags that a value settles. */
const SETTLED: ReadonlySet<string> = new Set(['missing_price', 'provider_price_disagrees']);

/** The sides that a value applies to. Empty when no leg of the transaction is booked at a value. */
export function valuedSides(tx: WalletTransaction): Leg[][] {
  const { given, got, income } = legRoles(tx);
  if (given.length > 0 && got.length > 0 && !KEEPS_OWN_VALUE.has(tx.type)) return [given, got];
  const legs = income.length > 0 ? income.map(({ leg }) => leg) : [...given, ...got];
  const booked = legs.filter((leg) => !isDebt(leg.asset) && leg.escrow === undefined);
  return booked.length > 0 ? [booked] : [];
}

/**
 * Values a transaction as the user states: each side of a trade, else all units together. The legs of a side
 * share the value by their market values.
 * @source tax-rules 7.1 b
 */
export function withUserValue(tx: WalletTransaction, total: Money): WalletTransaction {
  const values = new Map<number, Money>();
  for (const side of valuedSides(tx))
    sharesOf(total, side).forEach((value, i) => values.set(side[i]?.index ?? -1, value));
  if (values.size === 0) return tx;
  const valued = (leg: Leg): Leg => {
    const valueUsd = values.get(leg.index);
    if (valueUsd === undefined) return leg;
    return { ...leg, valueUsd, price: { usd: unitPrice(valueUsd, leg), source: 'manual', at: tx.at } };
  };
  const traded = { ...tx, legs: tx.legs.map(valued) };
  const legs = traded.legs.map((leg) => (leg.isCost ? { ...leg, ...withheldValue(traded, leg) } : leg));
  const fee = tx.fee && { ...tx.fee, ...withheldValue(traded, tx.fee) };
  const filled = tx.filled && valued(tx.filled);
  const givenBefore = tx.givenBefore?.map(valued);
  // What the user states is the value after fees in cash.
  const isFeeOpen = fee !== null && fee.valueUsd === null && !isFiat(fee.asset);
  const left = tx.flags.filter((flag) => !SETTLED.has(flag) || (isFeeOpen && flag === 'missing_price'));
  return {
    ...tx,
    fee,
    legs,
    ...(filled ? { filled } : {}),
    ...(givenBefore ? { givenBefore } : {}),
    flags: [...new Set([...left, 'manual' as const])],
  };
}
