import type { BrokerRow, OwnSale } from './broker-row';
import { matchRows, type Match } from './match-rows';

export interface AccountYear<S extends OwnSale = OwnSale> {
  rows: readonly BrokerRow[];
  sales: readonly S[];
}

export interface YearSales<S extends OwnSale> {
  sales: S[];
  beside: AccountYear<S>;
}

/**
 * A sale belongs to the year in which the broker reports it. The broker's zone may put a sale at the edge into the
 * year before or after.
 * @param years the year before, the year, the year after
 */
export function salesOfYear<S extends OwnSale>(
  years: readonly [AccountYear<S>, AccountYear<S>, AccountYear<S>],
): YearSales<S> {
  const [before, year, after] = [unmatched(years[0]), unmatched(years[1]), unmatched(years[2])];
  const others = [before, after];
  const elsewhere = others.map((other) => matched(other, year));
  const here = others.map((other) => matched(year, other));
  const gone = new Set(elsewhere.flatMap(({ sales }) => sales));
  const goneRows = new Set(elsewhere.flatMap(({ rows }) => rows));
  const got = here.flatMap(({ sales }) => sales);
  const taken = new Set(got);
  return {
    sales: [...years[1].sales.filter((sale) => !gone.has(sale)), ...got],
    beside: {
      rows: others.flatMap(({ alone }) => alone.rows.filter((row) => !goneRows.has(row))),
      sales: others.flatMap(({ alone }) => alone.sales.filter((sale) => !taken.has(sale))),
    },
  };
}

/**
 * Rows of one year that are about sales of another year, with these sales. Neither has a counterpart in its own year.
 * An order that is filled on both sides of the edge is one row: its first fills are sales of the year of the row.
 */
function matched<S extends OwnSale>(broker: AccountYear<S>, own: AccountYear<S>): AccountYear<S> {
  if (broker.rows.length === 0 || own.sales.length === 0) return { rows: [], sales: [] };
  const found = matchesOf(broker.rows, own.sales);
  const rest = { rows: without(broker.rows, found.rows), sales: without(own.sales, found.sales) };
  const both = matchesOf(rest.rows, [...broker.sales, ...rest.sales]);
  const beyond = new Set(rest.sales);
  const isBeyond = (sale: S): boolean => beyond.has(sale);
  const orders = both.each.filter(({ sales }) => sales.some(isBeyond) && !sales.every(isBeyond));
  return {
    rows: [...found.rows, ...orders.flatMap(({ rows }) => rows)],
    sales: [...found.sales, ...orders.flatMap(({ sales }) => sales.filter(isBeyond))],
  };
}

function matchesOf<S extends OwnSale>(
  rows: readonly BrokerRow[],
  sales: readonly S[],
): AccountYear<S> & { each: AccountYear<S>[] } {
  const found = matchRows(rows, sales).filter(({ kind }) => kind === 'pair' || kind === 'regrouped');
  return { ...partOf({ rows, sales }, found), each: found.map((match) => partOf({ rows, sales }, [match])) };
}

const without = <T>(all: readonly T[], some: readonly T[]): T[] => {
  const gone = new Set(some);
  return all.filter((one) => !gone.has(one));
};

const partOf = <S extends OwnSale>(
  { rows, sales }: AccountYear<S>,
  matches: readonly Match[],
): AccountYear<S> => ({
  rows: matches.flatMap((match) => match.rows.flatMap((index) => rows[index] ?? [])),
  sales: matches.flatMap((match) => match.sales.flatMap((index) => sales[index] ?? [])),
});

interface Unmatched<S extends OwnSale> extends AccountYear<S> {
  alone: AccountYear<S>;
}

function unmatched<S extends OwnSale>(year: AccountYear<S>): Unmatched<S> {
  const { rows, sales } = year;
  if (rows.length === 0 || sales.length === 0) return { rows, sales, alone: { rows, sales } };
  const all = matchRows(rows, sales);
  const isAlone = ({ kind }: Match): boolean => kind === 'only_broker' || kind === 'only_own';
  const isLoose = (match: Match): boolean =>
    match.kind === 'regrouped' && match.rows.length === 1 && match.sales.length === 1;
  const open = all.filter((match) => isAlone(match) || isLoose(match));
  return { ...partOf(year, open), alone: partOf(year, all.filter(isAlone)) };
}
