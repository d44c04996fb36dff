import { dayOfText } from './day-text';
import { assetOfRow, centsOfText, type BrokerRow, type OwnSale } from './broker-row';

/** Rows of the broker and own sales that are the same sale. Either side may be empty. */
export interface Match {
  kind: 'pair' | 'aggregate' | 'regrouped' | 'duplicate' | 'only_broker' | 'only_own';
  rows: readonly number[];
  sales: readonly number[];
}

/** Days by which the broker's zone may shift a sale. */
const MOST_DAYS_APART = 1;

/**
 * Pairs the rows of the broker with own sales, each at most once: first those that agree in asset, units and
 * day, then a day apart, then whole days with other lots, then aggregates. What is left stands alone.
 */
export function matchRows(rows: readonly BrokerRow[], sales: readonly OwnSale[]): Match[] {
  const matcher = new Matcher(rows, sales);
  matcher.pairSameDay();
  matcher.pairNextDay();
  matcher.duplicates();
  matcher.regroup();
  matcher.aggregates();
  matcher.pairSameDayOtherUnits();
  return matcher.rest();
}

class Matcher {
  private readonly matches: Match[] = [];
  private readonly openRows: Set<number>;
  private readonly openSales: Set<number>;

  constructor(
    private readonly rows: readonly BrokerRow[],
    private readonly sales: readonly OwnSale[],
  ) {
    this.openRows = new Set(rows.keys());
    this.openSales = new Set(sales.keys());
  }

  /** The same asset, units and day. Among equal ones, those with the nearest amounts. */
  pairSameDay(): void {
    const byKey = this.salesBy(({ asset, units, soldOn }) => keyOf(asset, units, soldOn));
    this.pairNearest((row) => byKey.get(keyOf(assetOfRow(row), row.box1c, row.box1e)));
  }

  /** The day of the broker's zone. */
  pairNextDay(): void {
    const byKey = this.salesBy(({ asset, units }) => keyOf(asset, units));
    this.pairNearest((row) => {
      const day = dayOfText(row.box1e);
      return byKey
        .get(keyOf(assetOfRow(row), row.box1c))
        ?.filter((sale) => Math.abs(dayOfText(this.sale(sale).soldOn) - day) <= MOST_DAYS_APART);
    });
  }

  /** Rows that repeat a matched one in every box. */
  duplicates(): void {
    const known = new Set(this.matches.flatMap(({ rows }) => rows.map((row) => contentOf(this.row(row)))));
    for (const row of [...this.openRows])
      if (known.has(contentOf(this.row(row)))) this.take('duplicate', [row], []);
  }

  /** Other lots of the same sales: the units of a day agree, and not their split. */
  regroup(): void {
    const sales = this.salesBy(({ asset, soldOn }) => keyOf(asset, soldOn));
    for (const [key, rows] of this.rowsBy((row) => keyOf(assetOfRow(row), row.box1e))) {
      if (this.row(rows[0] ?? 0).box11a !== null) continue;
      const found = sales.get(key) ?? [];
      if (found.length > 0 && this.unitsOfRows(rows) === this.unitsOfSales(found))
        this.take('regrouped', rows, found);
    }
  }

  /** A row for all sales of an asset in the year. */
  aggregates(): void {
    const sales = this.salesBy(({ asset }) => asset.toUpperCase());
    for (const row of [...this.openRows]) {
      if (this.row(row).box11a === null) continue;
      const found = (sales.get(assetOfRow(this.row(row))) ?? []).filter((sale) => this.openSales.has(sale));
      if (found.length > 0) this.take('aggregate', [row], found);
    }
  }

  /** One row and one sale of an asset and day that differ in units. */
  pairSameDayOtherUnits(): void {
    const sales = this.salesBy(({ asset, soldOn }) => keyOf(asset, soldOn));
    for (const [key, rows] of this.rowsBy((row) => keyOf(assetOfRow(row), row.box1e))) {
      const found = sales.get(key) ?? [];
      if (rows.length === 1 && found.length === 1) this.take('regrouped', rows, found);
    }
  }

  rest(): Match[] {
    for (const row of [...this.openRows]) this.take('only_broker', [row], []);
    for (const sale of [...this.openSales]) this.take('only_own', [], [sale]);
    return this.matches;
  }

  private pairNearest(candidatesOf: (row: BrokerRow) => readonly number[] | undefined): void {
    for (const index of [...this.openRows]) {
      const row = this.row(index);
      if (row.box11a !== null) continue;
      const open = (candidatesOf(row) ?? []).filter((sale) => this.openSales.has(sale));
      const [first] = open;
      if (first === undefined) continue;
      this.take('pair', [index], [open.length === 1 ? first : this.nearest(row, open)]);
    }
  }

  private nearest(row: BrokerRow, candidates: readonly number[]): number {
    const proceeds = centsOfText(row.box1f);
    const distance = (sale: number): [bigint, number] => {
      const { proceeds: own, fees, acquiredOn } = this.sale(sale);
      const apart = row.box3a === 'gross' ? proceeds - own - fees : proceeds - own;
      return [apart < 0n ? -apart : apart, acquiredOn === row.box1d ? 0 : 1];
    };
    return candidates.reduce((best, sale) => {
      const [a, b] = [distance(best), distance(sale)];
      if (a[0] !== b[0]) return b[0] < a[0] ? sale : best;
      return b[1] < a[1] ? sale : best;
    });
  }

  private take(kind: Match['kind'], rows: readonly number[], sales: readonly number[]): void {
    for (const row of rows) this.openRows.delete(row);
    for (const sale of sales) this.openSales.delete(sale);
    this.matches.push({ kind, rows, sales });
  }

  private rowsBy(keyOfRow: (row: BrokerRow) => string): Map<string, number[]> {
    return grouped(this.openRows, (index) => keyOfRow(this.row(index)));
  }

  private salesBy(keyOfSale: (sale: OwnSale) => string): Map<string, number[]> {
    return grouped(this.openSales, (index) => keyOfSale(this.sale(index)));
  }

  private unitsOfRows = (rows: readonly number[]): bigint =>
    rows.reduce((sum, row) => sum + scaled(this.row(row).box1c), 0n);

  private unitsOfSales = (sales: readonly number[]): bigint =>
    sales.reduce((sum, sale) => sum + scaled(this.sale(sale).units), 0n);

  private row = (index: number): BrokerRow => this.rows[index] as BrokerRow;
  private sale = (index: number): OwnSale => this.sales[index] as OwnSale;
}

/** Box 1c has at most 18 decimals. */
const UNIT_DECIMALS = 18;

/** Plain decimal text in units of 1e-18. */
export function scaled(text: string): bigint {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.slice(0, UNIT_DECIMALS).padEnd(UNIT_DECIMALS, '0'));
}

const keyOf = (asset: string, ...facts: string[]): string =>
  [asset.toUpperCase(), ...facts.map((fact) => (/^[\d.]+$/.test(fact) ? String(scaled(fact)) : fact))].join(
    '|',
  );

function grouped(open: Iterable<number>, keyOfIndex: (index: number) => string): Map<string, number[]> {
  const groups = new Map<string, number[]>();
  for (const index of open) {
    const key = keyOfIndex(index);
    const group = groups.get(key);
    if (group) group.push(index);
    else groups.set(key, [index]);
  }
  return groups;
}

const contentOf = (row: BrokerRow): string => JSON.stringify(Object.values(row));
