import type { Cents } from '../forms';

/** Units in 1e-18. */
export interface OwnUnits {
  index: number;
  units: bigint;
  gross: Cents;
  net: Cents;
}

export interface Run {
  sales: () => number[];
  gross: Cents;
  net: Cents;
}

/**
 * Runs of consecutive sales with the wanted units: the lots of one sale, or the parts of one order, follow each
 * other. Linear in the number of sales.
 * @param own units above zero, in the order of the records
 * @param withRest also what remains without such a run, for rows that are all sales of their days but one
 */
export function runsOf(own: readonly OwnUnits[], wanted: bigint, withRest: boolean): Run[] {
  if (wanted <= 0n) return [];
  const sums = sumsOf(own);
  const total = sums.at(-1) as Sum;
  const found = spans(sums, wanted).map(([from, until]) => runBetween(own, sums, from, until));
  if (!withRest || total.units <= wanted) return found;
  const rests = spans(sums, total.units - wanted).map(([from, until]): Run => {
    const left = runBetween(own, sums, from, until);
    return {
      sales: () => [...own.slice(0, from), ...own.slice(until)].map(({ index }) => index),
      gross: total.gross - left.gross,
      net: total.net - left.net,
    };
  });
  return [...found, ...rests];
}

type Sum = Omit<OwnUnits, 'index'>;

function sumsOf(own: readonly OwnUnits[]): Sum[] {
  let sum: Sum = { units: 0n, gross: 0n, net: 0n };
  return [
    sum,
    ...own.map(({ units, gross, net }) => {
      sum = { units: sum.units + units, gross: sum.gross + gross, net: sum.net + net };
      return sum;
    }),
  ];
}

/** At most one for each start, because units are above zero. */
function spans(sums: readonly Sum[], wanted: bigint): [from: number, until: number][] {
  const found: [number, number][] = [];
  let until = 0;
  for (const [from, { units }] of sums.entries()) {
    while (until < sums.length - 1 && (sums[until] as Sum).units - units < wanted) until++;
    if (until > from && (sums[until] as Sum).units - units === wanted) found.push([from, until]);
  }
  return found;
}

function runBetween(own: readonly OwnUnits[], sums: readonly Sum[], from: number, until: number): Run {
  const [before, after] = [sums[from] as Sum, sums[until] as Sum];
  return {
    sales: () => own.slice(from, until).map(({ index }) => index),
    gross: after.gross - before.gross,
    net: after.net - before.net,
  };
}
