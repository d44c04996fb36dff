import type { Cents } from '../forms';
import type { AccountYear } from './account-year';
import {
  centsOfText,
  coinOfRow,
  coinOfSale,
  isTransferredIn,
  type BrokerRow,
  type OwnSale,
} from './broker-row';
import { matchRows, type Match } from './match-rows';
import { valuedSales } from './valued-sales';

/** REASONS: why a form and the own records differ. */
export const REASONS = [
  'transferred_in_no_basis',
  'basis_not_reported',
  'method_differs',
  'fee_gross_net',
  'aggregate_reporting',
  'year_edge',
  'duplicate',
  'missing_in_books',
  'missing_at_broker',
  'price_differs',
  'missing_price',
  'term_differs',
  'unexplained',
] as const;
export type Reason = (typeof REASONS)[number];

/** Amounts are broker - own records. */
export interface Difference {
  reason: Reason;
  /** Cents. */
  proceeds: Cents;
  basis: Cents;
  rows: readonly number[];
  sales: readonly number[];
}

export interface Totals {
  count: number;
  proceeds: Cents;
  basis: Cents;
}

export interface TotalsLine {
  asset: string;
  box: string;
  term: string;
  broker: Totals;
  own: Totals;
}

export interface BrokerReconciliation {
  matches: readonly Match[];
  differences: readonly Difference[];
  byReason: ReadonlyMap<Reason, Totals>;
  broker: Totals;
  own: Totals;
  agreed: number;
  lines: readonly TotalsLine[];
}

/**
 * Compares the totals first, then rows, with one reason for each difference. The differences add up to the difference
 * of the totals. A sale without a value has the value of its row; without a row it is in no total.
 * @param year of the return: a sale beyond it is a difference of the broker's zone
 * @source tax-rules 7.3
 */
export function reconcileForms(
  rows: readonly BrokerRow[],
  own: readonly OwnSale[],
  year: number,
): BrokerReconciliation {
  const matches = matchRows(rows, own);
  const sales = valuedSales(rows, own, matches);
  const sorter = new DifferenceSorter(rows, sales, String(year));
  const differences = matches.flatMap((match) => sorter.of(match));
  const differing = new Set(differences.flatMap(({ rows: of }) => of));
  return {
    matches,
    differences,
    byReason: sumByReason(differences),
    broker: totalsOfRows(rows),
    own: matches
      .map((match) => totalsOfSales(countedIn(match, sales).map((index) => sales[index] as OwnSale)))
      .reduce(plus, NOTHING),
    agreed: rows.length - differing.size,
    lines: linesOf(rows, sales, matches),
  };
}

/** A row is about a sale of its own account only. Indexes count over all accounts. */
export function reconcileAccounts(accounts: readonly AccountYear[], year: number): BrokerReconciliation {
  let [rows, sales] = [0, 0];
  const shifted = accounts.map((account) => {
    const [fromRow, fromSale] = [rows, sales];
    rows += account.rows.length;
    sales += account.sales.length;
    const placed = <T extends Pick<Match, 'rows' | 'sales'>>(one: T): T => ({
      ...one,
      rows: one.rows.map((index) => fromRow + index),
      sales: one.sales.map((index) => fromSale + index),
    });
    const result = reconcileForms(account.rows, account.sales, year);
    return { ...result, matches: result.matches.map(placed), differences: result.differences.map(placed) };
  });
  const differences = shifted.flatMap((one) => one.differences);
  return {
    matches: shifted.flatMap((one) => one.matches),
    differences,
    byReason: sumByReason(differences),
    broker: shifted.map(({ broker }) => broker).reduce(plus, NOTHING),
    own: shifted.map(({ own }) => own).reduce(plus, NOTHING),
    agreed: shifted.reduce((sum, { agreed }) => sum + agreed, 0),
    lines: addedLines(shifted.flatMap(({ lines }) => lines)),
  };
}

class DifferenceSorter {
  constructor(
    private readonly rows: readonly BrokerRow[],
    private readonly sales: readonly OwnSale[],
    private readonly year: string,
  ) {}

  of(match: Match): Difference[] {
    const counted = countedIn(match, this.sales);
    const unvalued = match.sales.filter((index) => isUnvalued(this.sales[index]));
    return [
      ...(match.kind === 'only_own' && counted.length === 0
        ? []
        : this.compared({ ...match, sales: counted })),
      ...(unvalued.length === 0
        ? []
        : [{ reason: 'missing_price' as const, proceeds: 0n, basis: 0n, rows: match.rows, sales: unvalued }]),
    ];
  }

  private compared(match: Match): Difference[] {
    const rows = match.rows.map((index) => this.rows[index] as BrokerRow);
    const sales = match.sales.map((index) => this.sales[index] as OwnSale);
    const [a, b] = [totalsOfRows(rows), totalsOfSales(sales)];
    const one = (reason: Reason, proceeds: Cents, basis: Cents): Difference => ({
      reason,
      proceeds,
      basis,
      rows: match.rows,
      sales: match.sales,
    });
    switch (match.kind) {
      case 'duplicate':
        return [one('duplicate', a.proceeds, a.basis)];
      case 'only_broker':
        return [one('missing_in_books', a.proceeds, a.basis)];
      case 'only_own':
        return [one('missing_at_broker', -b.proceeds, -b.basis)];
      case 'aggregate':
        return [one('aggregate_reporting', a.proceeds - b.proceeds, a.basis - b.basis)];
      case 'regrouped':
        return this.ofGroup(rows, sales, one);
      case 'pair':
        return this.ofPair(rows[0] as BrokerRow, sales[0] as OwnSale, one);
    }
  }

  private ofPair(row: BrokerRow, sale: OwnSale, one: Naming): Difference[] {
    const found: Difference[] = [];
    const proceeds = centsOfText(row.box1f) - sale.proceeds;
    const basis = centsOfText(row.box1g) - sale.basis;
    if (proceeds !== 0n) found.push(one(proceedsReason([row], [sale], proceeds), proceeds, 0n));
    if (basis !== 0n) found.push(one(basisReason(row, sale, basis), 0n, basis));
    if (!this.isOfYear(row) || !this.isSaleOfYear(sale)) found.push(one('year_edge', 0n, 0n));
    if (isApart(row.box6, sale.term)) found.push(one('term_differs', 0n, 0n));
    return found;
  }

  private ofGroup(rows: readonly BrokerRow[], sales: readonly OwnSale[], one: Naming): Difference[] {
    const [a, b] = [totalsOfRows(rows), totalsOfSales(sales)];
    const proceeds = a.proceeds - b.proceeds;
    const basis = a.basis - b.basis;
    const reason = proceedsReason(rows, sales, proceeds);
    const isOtherTerm = rows.every(({ box6 }) => sales.every(({ term }) => isApart(box6, term)));
    const isOfYear = rows.every(this.isOfYear) && sales.every(this.isSaleOfYear);
    const isWhole = rows.length === 1 && sales.length > 1 && basis === 0n;
    return [
      ...(isWhole ? [] : [one(groupReason(rows, sales), 0n, basis)]),
      ...(proceeds === 0n ? [] : [one(reason, proceeds, 0n)]),
      ...(isOfYear ? [] : [one('year_edge', 0n, 0n)]),
      ...(isOtherTerm ? [one('term_differs', 0n, 0n)] : []),
    ];
  }

  private isOfYear = ({ box1e }: BrokerRow): boolean => box1e.startsWith(this.year);
  private isSaleOfYear = ({ soldOn }: OwnSale): boolean => soldOn.startsWith(this.year);
}

const isUnvalued = (sale: OwnSale | undefined): boolean => sale?.lacksProceeds === true;

const countedIn = ({ rows, sales }: Match, all: readonly OwnSale[]): readonly number[] =>
  rows.length > 0 ? sales : sales.filter((index) => !isUnvalued(all[index]));

const isApart = (box6: BrokerRow['box6'], term: OwnSale['term']): boolean =>
  box6 !== null && box6 !== 'ordinary' && box6 !== term;

type Naming = (reason: Reason, proceeds: Cents, basis: Cents) => Difference;

function proceedsReason(rows: readonly BrokerRow[], sales: readonly OwnSale[], difference: Cents): Reason {
  const fees = sales.reduce((sum, sale) => sum + sale.fees, 0n);
  const isGross = rows.every(({ box3a }) => box3a !== 'net');
  if (isGross && fees !== 0n && difference === fees) return 'fee_gross_net';
  return 'price_differs';
}

function basisReason(row: BrokerRow, sale: OwnSale, difference: Cents): Reason {
  if (row.box1g === null)
    return isTransferredIn(row) || sale.isTransferredIn ? 'transferred_in_no_basis' : 'basis_not_reported';
  if (centsOfText(row.box1g) === 0n && (isTransferredIn(row) || sale.isTransferredIn))
    return 'transferred_in_no_basis';
  if (row.box1d !== sale.acquiredOn) return 'method_differs';
  if (sale.fees !== 0n && (difference === sale.fees || difference === -sale.fees)) return 'fee_gross_net';
  return 'unexplained';
}

function groupReason(rows: readonly BrokerRow[], sales: readonly OwnSale[]): Reason {
  if (rows.length === 1 && sales.length === 1) return 'unexplained';
  if (rows.some(({ box1g }) => box1g !== null)) return 'method_differs';
  return rows.some(isTransferredIn) || sales.some((sale) => sale.isTransferredIn)
    ? 'transferred_in_no_basis'
    : 'basis_not_reported';
}

const NOTHING: Totals = { count: 0, proceeds: 0n, basis: 0n };

const plus = (a: Totals, b: Totals): Totals => ({
  count: a.count + b.count,
  proceeds: a.proceeds + b.proceeds,
  basis: a.basis + b.basis,
});

const ofRow = ({ box1f, box1g }: BrokerRow): Totals => ({
  count: 1,
  proceeds: centsOfText(box1f),
  basis: centsOfText(box1g),
});

const ofSale = ({ proceeds, basis }: OwnSale): Totals => ({ count: 1, proceeds, basis });

const totalsOfRows = (rows: readonly BrokerRow[]): Totals => rows.map(ofRow).reduce(plus, NOTHING);
const totalsOfSales = (sales: readonly OwnSale[]): Totals => sales.map(ofSale).reduce(plus, NOTHING);

function sumByReason(differences: readonly Difference[]): Map<Reason, Totals> {
  const sums = new Map<Reason, Totals>();
  for (const { reason, proceeds, basis } of differences)
    sums.set(reason, plus(sums.get(reason) ?? NOTHING, { count: 1, proceeds, basis }));
  return sums;
}

function linesOf(
  rows: readonly BrokerRow[],
  sales: readonly OwnSale[],
  matches: readonly Match[],
): TotalsLine[] {
  const lines: TotalsLine[] = [];
  const add = (asset: string, box: string, term: string, broker: Totals, own: Totals) =>
    lines.push({ asset, box, term, broker, own });
  for (const match of matches) {
    const first = match.rows[0] === undefined ? null : (rows[match.rows[0]] as BrokerRow);
    for (const index of match.rows) {
      const row = rows[index] as BrokerRow;
      add(coinOfRow(row), row.box8949 ?? '', row.box6 ?? '', ofRow(row), NOTHING);
    }
    for (const index of countedIn(match, sales)) {
      const sale = sales[index] as OwnSale;
      if (first === null) add(coinOfSale(sale), '', sale.term, NOTHING, ofSale(sale));
      else add(coinOfRow(first), first.box8949 ?? '', first.box6 ?? '', NOTHING, ofSale(sale));
    }
  }
  return addedLines(lines);
}

function addedLines(lines: readonly TotalsLine[]): TotalsLine[] {
  const added = new Map<string, TotalsLine>();
  for (const line of lines) {
    const { broker, own } = added.get(lineKey(line)) ?? { broker: NOTHING, own: NOTHING };
    added.set(lineKey(line), { ...line, broker: plus(broker, line.broker), own: plus(own, line.own) });
  }
  return [...added.values()].sort((a, b) => (lineKey(a) < lineKey(b) ? -1 : 1));
}

const lineKey = ({ asset, box, term }: TotalsLine): string => [asset, box, term].join('|');
