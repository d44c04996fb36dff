import { shareOf } from '../engine';
import { centsOfText, type BrokerRow, type OwnSale } from './broker-row';
import { scaled, type Match } from './match-rows';

/**
 * Where the own records have no value, the sale has the broker's: the proceeds of the rows of the match, less its
 * known sales, by units. The own basis stays; an unknown basis is taken from the form.
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
    const ofBasis = open.filter((index) => sales[index]?.lacksBasis === true);
    const basis =
      given.reduce((sum, { box1g }) => sum + centsOfText(box1g), 0n) -
      match.sales.reduce((sum, index) => sum + (sales[index]?.basis ?? 0n), 0n);
    for (const [index, part] of sharesByUnits(rest, open, sales)) {
      const sale = sales[index] as S;
      valued[index] = withGiftBasis({ ...sale, proceeds: isGross ? part - sale.fees : part });
    }
    for (const [index, part] of sharesByUnits(basis, ofBasis, sales))
      valued[index] = { ...(valued[index] as S), basis: part };
  }
  return valued;
}

/**
 * A gift that was worth less than the donor paid has its value at the gift as the basis for a loss. Between the two
 * bases there is neither gain nor loss.
 * @source IRC 1015(a), 1223(2)
 */
function withGiftBasis<S extends OwnSale>(sale: S): S {
  const { lossSide, proceeds, basis } = sale;
  if (!lossSide || proceeds >= basis) return sale;
  return proceeds < lossSide.basis ? { ...sale, ...lossSide } : { ...sale, basis: proceeds };
}

/** By units, in the order of the sales. A negative amount gives them nothing. */
function sharesByUnits(
  amount: bigint,
  places: readonly number[],
  sales: readonly OwnSale[],
): [place: number, part: bigint][] {
  const units = places.map((place) => scaled(sales[place]?.units ?? '0'));
  const whole = units.reduce((sum, each) => sum + each, 0n);
  let from = 0n;
  return places.map((place, i) => {
    const upTo = from + (units[i] ?? 0n);
    const part = amount > 0n && whole > 0n ? shareOf(amount, from, upTo, whole) : 0n;
    from = upTo;
    return [place, part];
  });
}
