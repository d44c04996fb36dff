import { shareOf } from '../engine';
import { centsOfText, type BrokerRow, type OwnSale } from './broker-row';
import { scaled, type Match } from './match-rows';

/**
 * The own sales with the value that the broker reports where the own records have none: the proceeds of the rows of their match,
 * less the known sales of it, by units. Their own basis stays.
 */
export function valuedSales<S extends OwnSale>(
  rows: readonly BrokerRow[],
  sales: readonly S[],
  matches: readonly Match[],
): S[] {
  const valued = [...sales];
  for (const match of matches) {
    const open = match.sales.filter((index) => sales[index]?.lacksProceeds === true);
    if (open.length === 0 || match.rows.length === 0) continue;
    const given = match.rows.flatMap((index) => rows[index] ?? []);
    const isGross = given.every(({ box3a }) => box3a === 'gross');
    const paidFor = ({ proceeds, fees }: OwnSale): bigint => (isGross ? proceeds + fees : proceeds);
    const known = match.sales.flatMap((index) => (open.includes(index) ? [] : (sales[index] ?? [])));
    const rest =
      given.reduce((sum, { box1f }) => sum + centsOfText(box1f), 0n) -
      known.reduce((sum, sale) => sum + paidFor(sale), 0n);
    const whole = open.reduce((sum, index) => sum + unitsAt(sales, index), 0n);
    let from = 0n;
    for (const index of open) {
      const sale = sales[index] as S;
      const upTo = from + unitsAt(sales, index);
      const part = rest > 0n && whole > 0n ? shareOf(rest, from, upTo, whole) : 0n;
      valued[index] = { ...sale, proceeds: isGross ? part - sale.fees : part };
      from = upTo;
    }
  }
  return valued;
}

const unitsAt = (sales: readonly OwnSale[], index: number): bigint => scaled(sales[index]?.units ?? '0');
