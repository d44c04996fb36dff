import { dec, formatDecimal, ZERO, type Decimal } from '../kernel/decimal';
import type { ExchangeRecord } from './record';

/** Balance of every coin, as the records add up, exact. Coins with a balance of zero are left out. */
export function recordBalances(records: readonly ExchangeRecord[]): ReadonlyMap<string, string> {
  const sums = new Map<string, Decimal>();
  const add = (coin: string, amount: Decimal) => void sums.set(coin, (sums.get(coin) ?? ZERO).plus(amount));
  for (const { coin, amount, fee } of records) {
    add(coin, dec(amount));
    if (fee) add(fee.coin, dec(fee.amount).negated());
  }
  return new Map(
    [...sums]
      .filter(([, sum]) => !sum.isZero())
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([coin, sum]) => [coin, formatDecimal(sum)]),
  );
}
