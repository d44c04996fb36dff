import { centsText } from '../forms';
import { formatUnits } from '../kernel/units';
import { centsOfText, type BrokerRow, type OwnSale } from './broker-row';
import { scaled, UNIT_DECIMALS } from './match-rows';

type Term = OwnSale['term'];

/** A row of the broker, or its part, and the own term of its units. */
export interface TermPart {
  index: number;
  row: BrokerRow;
  term: Term;
}

const unitsOf = (sales: readonly OwnSale[]): bigint =>
  sales.reduce((sum, { units }) => sum + scaled(units), 0n);

/**
 * Divides rows by the terms of the own sales, in proportion to their units. The rows that were acquired first are
 * long-term. At most one row is split: its parts add up to it in every amount.
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

/** Days as numbers that compare. An unknown day is the last. */
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
