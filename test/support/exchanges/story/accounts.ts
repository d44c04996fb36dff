import type { Deed, Stage } from './deeds';
import { negated, product, Sums } from './exact';

/** An account after its deeds. */
export interface AccountState {
  /** Events that change the account. */
  transactions: number;
  balances: Readonly<Record<string, string>>;
  /** That were taken, of trades and withdrawals. */
  fees: Readonly<Record<string, string>>;
}

/** @returns the number of events that change the account */
function effectsOf(deed: Deed, stage: Stage, sums: Sums, fees: Sums): number {
  if (deed.isLate && stage === 0) return 0;
  const take = (coin: string, units: string): void => {
    sums.add(coin, negated(units));
    if (!units.startsWith('-')) fees.add(coin, units);
  };
  switch (deed.kind) {
    case 'trade': {
      const cost = product(deed.units, deed.price);
      const isBuy = deed.side === 'buy';
      sums.add(deed.base, isBuy ? deed.units : negated(deed.units));
      sums.add(deed.quote, isBuy ? negated(cost) : cost);
      take(deed.fee.coin, deed.fee.units);
      return 1;
    }
    case 'convert':
      sums.add(deed.gave.coin, negated(deed.gave.units));
      sums.add(deed.got.coin, deed.got.units);
      return 1;
    case 'reward':
      sums.add(deed.coin, deed.units);
      return 1;
    case 'stake':
      return 0;
    case 'deposit':
      if (deed.end === 'failed' || (deed.end === 'pending' && stage === 0)) return 0;
      sums.add(deed.coin, deed.units);
      return 1;
    case 'withdrawal':
      if (deed.end === 'failed') return 0;
      sums.add(deed.coin, negated(deed.units));
      take(deed.coin, deed.fee);
      return 1;
  }
}

export function accountAt(deeds: readonly Deed[], stage: Stage): AccountState {
  const [sums, fees] = [new Sums(), new Sums()];
  const transactions = deeds.reduce((all, deed) => all + effectsOf(deed, stage, sums, fees), 0);
  return { transactions, balances: sums.get(), fees: fees.get() };
}
