import type { Disposal, Ledger, Lot } from '../../src/domain/engine';
import { dec, type Decimal, ZERO } from '../../src/domain/kernel/decimal';
import { fromUnits, MONEY_DECIMALS, type Money } from '../../src/domain/kernel/units';

/** Amounts of a ledger as the checks of golden cases compare them. */

/** Sources print cents: anything closer than half a cent is the same amount. */
const HALF_A_CENT = '0.005';

export const usd = (value: Money): Decimal => fromUnits(value, MONEY_DECIMALS);

export const day = (at: number | null): string | null =>
  at === null ? null : new Date(at).toISOString().slice(0, 10);

export const sum = <T>(items: readonly T[], of: (item: T) => Decimal): Decimal =>
  items.reduce((total, item) => total.plus(of(item)), ZERO);

/** What an amount is shown as when it is compared: the expected text where both are within half a cent. */
export const near = (ours: Decimal, expected: string): string =>
  ours.minus(expected).abs().lt(HALF_A_CENT) ? expected : ours.toFixed();

export const soldUnits = ({ quantity, asset }: Disposal): Decimal => fromUnits(quantity, asset.decimals);
export const openUnits = ({ remaining, asset }: Lot): Decimal => fromUnits(remaining, asset.decimals);

/** Numbers of one quantity are one text: 1.50 is 1.5. */
export const plain = (quantity: string): string => dec(quantity).toFixed();

export const isTracked = ({ isUntracked }: { isUntracked: boolean }): boolean => !isUntracked;

export const openLots = (ledger: Ledger): Lot[] => ledger.lots.filter(({ remaining }) => remaining > 0n);

export function groupBy<T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return groups;
}
