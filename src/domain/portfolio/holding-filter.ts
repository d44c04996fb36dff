import type { Decimal } from '../kernel/decimal';
import { formatMoney } from '../kernel/units';
import type { Holding } from './holdings';

export interface HoldingFilter {
  chain?: string;
  /** Least current value in USD. Holdings without a price count as 0. */
  minValue?: Decimal;
}

export const filterHoldings = <T extends Holding>(
  holdings: readonly T[],
  { chain, minValue: least }: HoldingFilter,
): T[] =>
  holdings.filter(
    ({ asset, value }) =>
      (chain === undefined || asset.chain === chain) &&
      (least === undefined || least.lte(formatMoney(value ?? 0n))),
  );
