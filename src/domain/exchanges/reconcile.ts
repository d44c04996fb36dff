import { dec, formatDecimal, ZERO, type Decimal } from '../kernel/decimal';
import { recordBalances } from './balances';
import { canonicalCoin } from './coins';
import type { AccountRecords } from './records';

export type BalanceCause =
  'open_movement' | 'unknown_operation' | 'short_history' | 'missing_rows' | 'extra_rows';

export interface BalanceDifference {
  coin: string;
  stated: string;
  computed: string;
  difference: string;
  cause: BalanceCause | null;
}

export interface StatedAccount {
  /** By coin. */
  balances: Readonly<Record<string, string>>;
  /** By coin: units of movements that are not complete, with their fees. */
  openAmounts: ReadonlyMap<string, Decimal>;
  /** The exchange gives the last months of some list only. */
  hasShortHistory: boolean;
}

/** Compares the rows with the balances that the exchange states, by coin. Amounts are exact. Never corrects a row. */
export function balanceDifferences({ records }: AccountRecords, stated: StatedAccount): BalanceDifference[] {
  const computed = byCoin(recordBalances(records));
  const claimed = byCoin(new Map(Object.entries(stated.balances)));
  const uncertain = new Set(
    records.filter(({ unknownName }) => unknownName !== undefined).map(({ coin }) => canonicalCoin(coin)),
  );
  return [...new Set([...computed.keys(), ...claimed.keys()])].sort().map((coin) => {
    const [theirs, ours] = [claimed.get(coin) ?? ZERO, computed.get(coin) ?? ZERO];
    const difference = theirs.minus(ours);
    return {
      coin,
      stated: formatDecimal(theirs),
      computed: formatDecimal(ours),
      difference: formatDecimal(difference),
      cause: difference.isZero() ? null : causeOf(coin, difference),
    };
  });

  function causeOf(coin: string, difference: Decimal): BalanceCause {
    if (difference.abs().lte(stated.openAmounts.get(coin) ?? ZERO)) return 'open_movement';
    if (uncertain.has(coin)) return 'unknown_operation';
    if (stated.hasShortHistory) return 'short_history';
    return difference.isPositive() ? 'missing_rows' : 'extra_rows';
  }
}

/** Old and new names of a coin are one. */
function byCoin(amounts: ReadonlyMap<string, string>) {
  const sums = new Map<string, ReturnType<typeof dec>>();
  for (const [code, amount] of amounts) {
    const coin = canonicalCoin(code);
    sums.set(coin, (sums.get(coin) ?? ZERO).plus(dec(amount)));
  }
  return sums;
}
