import { shareOf } from '../engine';
import { centsText, type Cents } from '../forms';
import { formatUnits } from '../kernel/units';
import { centsOfText, type BrokerRow, type OwnSale } from './broker-row';
import { scaled, UNIT_DECIMALS } from './match-rows';

type Term = OwnSale['term'];

export interface TermPart {
  index: number;
  row: BrokerRow;
  term: Term;
}

const unitsOf = (sales: readonly OwnSale[]): bigint =>
  sales.reduce((sum, { units }) => sum + scaled(units), 0n);

/**
 * Divides rows by the terms of the own sales, in proportion to units. Rows acquired first are long-term. At most one
 * row is split; its parts add up to the row in every amount.
 * @source Form 8949 instructions, code T
 */
export function partsByTerm(
  given: readonly (readonly [number, BrokerRow])[],
  own: readonly OwnSale[],
): TermPart[] {
  const total = unitsOf(own);
  const long = unitsOf(own.filter(({ term }) => term === 'long'));
  if (total === 0n || long === 0n || long === total)
    return given.map(([index, row]) => ({ index, row, term: own[0]?.term ?? 'short' }));
  const [only] = given;
  if (only && given.length === 1) return inTwo(...only, [long, total]);
  let left = (given.reduce((sum, [, { box1c }]) => sum + scaled(box1c), 0n) * long) / total;
  const firstAcquired = [...given].sort(([, a], [, b]) => order(a.box1d) - order(b.box1d));
  const parts = firstAcquired.flatMap(([index, row]): TermPart[] => {
    const units = scaled(row.box1c);
    const taken = left < units ? left : units;
    left -= taken;
    if (taken === units) return [{ index, row, term: 'long' }];
    if (taken === 0n) return [{ index, row, term: 'short' }];
    return inTwo(index, row, [taken, units]);
  });
  return parts.sort((a, b) => a.index - b.index);
}

/** For rows that aggregate sales. Each keeps the term that it states where the own terms agree, else it is split. */
export function aggregatesByTerm(
  given: readonly (readonly [number, BrokerRow])[],
  own: readonly OwnSale[],
): TermPart[] {
  const [terms, stated] = [new Set(own.map(({ term }) => term)), new Set(given.map(([, row]) => row.box6))];
  if (given.length === 1 || terms.size !== stated.size || [...terms].some((term) => !stated.has(term)))
    return given.flatMap((one) => partsByTerm([one], own));
  return given.map(([index, row]) => ({ index, row, term: row.box6 === 'long' ? 'long' : 'short' }));
}

/**
 * Own sales of one term that several rows aggregate. Each row has a share in proportion to its proceeds; the last row
 * has the remainder of every amount.
 */
export function sharedBy(parts: readonly TermPart[], own: readonly OwnSale[]): OwnSale[][] {
  const [first] = own;
  if (parts.length <= 1 || first === undefined) return parts.map(() => [...own]);
  const sum = (of: (sale: OwnSale) => bigint): bigint => own.reduce((total, sale) => total + of(sale), 0n);
  const reported = parts.map(({ row }): Cents => centsOfText(row.box1f));
  const isPaid = reported.every((cents) => cents >= 0n) && reported.some((cents) => cents > 0n);
  const weights = isPaid ? reported : reported.map(() => 1n);
  const whole = weights.reduce((a, b) => a + b, 0n);
  let from = 0n;
  return weights.map((weight) => {
    const share = (amount: bigint): bigint => shareOf(amount, from, from + weight, whole);
    const joint: OwnSale = {
      ...first,
      units: formatUnits(share(sum(({ units }) => scaled(units))), UNIT_DECIMALS),
      acquiredOn: null,
      proceeds: share(sum(({ proceeds }) => proceeds)),
      fees: share(sum(({ fees }) => fees)),
      basis: share(sum(({ basis }) => basis)),
      washed: share(sum(({ washed = 0n }) => washed)),
    };
    from += weight;
    return [joint];
  });
}

const order = (day: string | null): number => (day === null ? 99_999_999 : Number(day.replaceAll('-', '')));

/** @param share of the long-term part. The other part has the remainder of every amount. */
function inTwo(index: number, row: BrokerRow, [share, whole]: [bigint, bigint]): TermPart[] {
  const long = (amount: bigint): bigint => (amount * share) / whole;
  const units = scaled(row.box1c);
  const partOf = (term: Term): TermPart => {
    const of = (amount: bigint): bigint => (term === 'long' ? long(amount) : amount - long(amount));
    const cents = (text: string): string => centsText(of(centsOfText(text)));
    return {
      index,
      row: {
        ...row,
        box1c: formatUnits(of(units), UNIT_DECIMALS),
        box1f: cents(row.box1f),
        box1g: row.box1g && cents(row.box1g),
        box1i: row.box1i && cents(row.box1i),
      },
      term,
    };
  };
  return [partOf('long'), partOf('short')];
}
