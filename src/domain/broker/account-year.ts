import type { BrokerRow, OwnSale } from './broker-row';
import { matchRows } from './match-rows';

/** What a broker and the own records report of one account and year. */
export interface AccountYear<S extends OwnSale = OwnSale> {
  rows: readonly BrokerRow[];
  sales: readonly S[];
}

/**
 * The own sales that belong to the form of a year. A sale that the broker puts into the year before or after, because
 * its zone is another one, is a sale of the broker's year, and of no other.
 * @param years the year before, the year, the year after
 */
export function salesOfYear<S extends OwnSale>([before, year, after]: readonly [
  AccountYear<S>,
  AccountYear<S>,
  AccountYear<S>,
]): S[] {
  const gone = new Set([...reportedBy(before, year), ...reportedBy(after, year)]);
  return [
    ...year.sales.filter((sale) => !gone.has(sale)),
    ...reportedBy(year, before),
    ...reportedBy(year, after),
  ];
}

/** The sales of one year whose rows are on the form of another one. Neither has a counterpart in its own year. */
function reportedBy<S extends OwnSale>(broker: AccountYear<S>, own: AccountYear<S>): S[] {
  if (broker.rows.length === 0 || own.sales.length === 0) return [];
  const rows = unmatched(broker).rows;
  const { sales } = unmatched(own);
  return matchRows(rows, sales)
    .filter(({ kind }) => kind === 'pair' || kind === 'regrouped')
    .flatMap((match) => match.sales.flatMap((index) => sales[index] ?? []));
}

function unmatched<S extends OwnSale>({ rows, sales }: AccountYear<S>): AccountYear<S> {
  const open = matchRows(rows, sales).filter(
    ({ kind, rows: some, sales: own }) =>
      kind === 'only_broker' ||
      kind === 'only_own' ||
      (kind === 'regrouped' && some.length === 1 && own.length === 1),
  );
  return {
    rows: open.flatMap((match) => match.rows).flatMap((index) => rows[index] ?? []),
    sales: open.flatMap((match) => match.sales).flatMap((index) => sales[index] ?? []),
  };
}
