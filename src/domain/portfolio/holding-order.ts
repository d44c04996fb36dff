import { fromUnits } from '../kernel/units';
import { byValue, type Holding } from './holdings';

/** `value_desc` is the default. @source spec 4.5 */
export const HOLDING_SORTS = {
  value_desc: byValue,
  value_asc: backwards(byMoney('value')),
  cost_desc: byMoney('cost'),
  cost_asc: backwards(byMoney('cost')),
  gain_desc: byMoney('gain'),
  gain_asc: backwards(byMoney('gain')),
  quantity_desc: byQuantity,
  quantity_asc: backwards(byQuantity),
  symbol_asc: bySymbol,
  symbol_desc: backwards(bySymbol),
} as const satisfies Record<string, (a: Holding, b: Holding) => number>;

export type HoldingSort = keyof typeof HOLDING_SORTS;

/** The token key breaks ties, ascending in every order, so that pages never overlap. */
export function sortHoldings<T extends Holding>(holdings: readonly T[], sort: HoldingSort): T[] {
  const compare = HOLDING_SORTS[sort];
  return holdings.toSorted((a, b) => compare(a, b) || (a.tokenKey < b.tokenKey ? -1 : 1));
}

/** Unknown values are shown, and sorted, as 0. */
function byMoney(field: 'value' | 'cost' | 'gain') {
  return (a: Holding, b: Holding): number => {
    const difference = (b[field] ?? 0n) - (a[field] ?? 0n);
    return difference === 0n ? 0 : difference > 0n ? 1 : -1;
  };
}

function byQuantity(a: Holding, b: Holding): number {
  return fromUnits(b.quantity, b.asset.decimals).cmp(fromUnits(a.quantity, a.asset.decimals));
}

function bySymbol(a: Holding, b: Holding): number {
  return a.asset.symbol === b.asset.symbol ? 0 : a.asset.symbol < b.asset.symbol ? -1 : 1;
}

function backwards(compare: (a: Holding, b: Holding) => number) {
  return (a: Holding, b: Holding): number => compare(b, a);
}
