import type { AccountYear } from './account-year';
import { coinOfRow, coinOfSale, type BrokerRow, type OwnSale } from './broker-row';
import { parseDay } from '../kernel/calendar';
import { scaled, type Match } from './match-rows';
import { groupedBy } from './nearest-sales';

export interface PossibleTwins {
  rows: ReadonlySet<number>;
  sales: ReadonlySet<number>;
}

const NOTHING: AccountYear = { rows: [], sales: [] };

/**
 * Rows and own sales of one coin, at most a day apart and without a counterpart. One sale may be on the form twice,
 * or on the forms of two years. A row whose coin the own records do not know may be a sale of equal units of a coin
 * that no row names.
 */
export function possibleTwins(
  ofYear: AccountYear,
  matches: readonly Match[],
  beside: AccountYear = NOTHING,
): PossibleTwins {
  const found = { rows: new Set<number>(), sales: new Set<number>() };
  const rows = [...ofYear.rows, ...beside.rows];
  const sales = [...ofYear.sales, ...beside.sales];
  const open = [
    ...matches.filter(({ kind }) => kind === 'only_own').flatMap((match) => match.sales),
    ...beside.sales.map((_, i) => ofYear.sales.length + i),
  ];
  const alone = [
    ...matches.filter(({ kind }) => kind === 'only_broker').flatMap((match) => match.rows),
    ...beside.rows.map((_, i) => ofYear.rows.length + i),
  ];
  if (open.length === 0 || alone.length === 0) return found;
  const rowOf = (index: number) => rows[index] as BrokerRow;
  const saleOf = (index: number) => sales[index] as OwnSale;
  const named = new Set(rows.map(coinOfRow));
  const known = new Set(sales.map(coinOfSale));
  const byCoin = groupedBy(open, (index) => `${parseDay(saleOf(index).soldOn)} ${coinOfSale(saleOf(index))}`);
  const byUnits = groupedBy(
    open.filter((index) => !named.has(coinOfSale(saleOf(index)))),
    (index) => `${parseDay(saleOf(index).soldOn)} ${scaled(saleOf(index).units)}`,
  );
  for (const index of alone) {
    const row = rowOf(index);
    const coin = coinOfRow(row);
    const [twins, name] = known.has(coin) ? [byCoin, coin] : [byUnits, String(scaled(row.box1c))];
    for (const apart of [-1, 0, 1])
      for (const sale of twins.get(`${parseDay(row.box1e) + apart} ${name}`) ?? []) {
        found.rows.add(index);
        found.sales.add(sale);
      }
  }
  return found;
}
