import { dayOfText } from './day-text';
import { assetOfRow, type BrokerRow, type OwnSale } from './broker-row';
import { groupedBy, nearer, NearestSales, type Nearest } from './nearest-sales';

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
    const byKey = mapped(
      this.salesBy(({ asset, units, soldOn }) => keyOf(asset, units, soldOn)),
      (sales) => this.nearestOf(sales),
    );
    this.pairNearest((row) => byKey.get(keyOf(assetOfRow(row), row.box1c, row.box1e))?.of(row) ?? null);
  }

  /** The day of the broker's zone. */
  pairNextDay(): void {
    const byKey = mapped(
      this.salesBy(({ asset, units }) => keyOf(asset, units)),
      (sales) =>
        mapped(
          groupedBy(sales, (sale) => dayOfText(this.sale(sale).soldOn)),
          (ofDay) => this.nearestOf(ofDay),
        ),
    );
    this.pairNearest((row) => {
      const days = byKey.get(keyOf(assetOfRow(row), row.box1c));
      const day = dayOfText(row.box1e);
      if (days === undefined || Number.isNaN(day)) return null;
      let found: Nearest | null = null;
      for (let each = day - MOST_DAYS_APART; each <= day + MOST_DAYS_APART; each++)
        found = nearer(found, days.get(each)?.of(row) ?? null);
      return found;
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
      sales.delete(assetOfRow(this.row(row)));
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

  private pairNearest(nearestTo: (row: BrokerRow) => Nearest | null): void {
    for (const index of [...this.openRows]) {
      const row = this.row(index);
      const found = row.box11a === null ? nearestTo(row) : null;
      if (found !== null) this.take('pair', [index], [found.sale]);
    }
  }

  private nearestOf = (sales: readonly number[]): NearestSales =>
    new NearestSales(sales, this.sale, (sale) => this.openSales.has(sale));

  private take(kind: Match['kind'], rows: readonly number[], sales: readonly number[]): void {
    for (const row of rows) this.openRows.delete(row);
    for (const sale of sales) this.openSales.delete(sale);
    this.matches.push({ kind, rows, sales });
  }

  private rowsBy(keyOfRow: (row: BrokerRow) => string): Map<string, number[]> {
    return groupedBy(this.openRows, (index) => keyOfRow(this.row(index)));
  }

  private salesBy(keyOfSale: (sale: OwnSale) => string): Map<string, number[]> {
    return groupedBy(this.openSales, (index) => keyOfSale(this.sale(index)));
  }

  private unitsOfRows = (rows: readonly number[]): bigint =>
    rows.reduce((sum, row) => sum + scaled(this.row(row).box1c), 0n);

  private unitsOfSales = (sales: readonly number[]): bigint =>
    sales.reduce((sum, sale) => sum + scaled(this.sale(sale).units), 0n);

  private row = (index: number): BrokerRow => this.rows[index] as BrokerRow;
  private sale = (index: number): OwnSale => this.sales[index] as OwnSale;
}

/** Box 1c has at most 18 decimals. */
export const UNIT_DECIMALS = 18;

/** Plain decimal text in units of 1e-18. */
export function scaled(text: string): bigint {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.slice(0, UNIT_DECIMALS).padEnd(UNIT_DECIMALS, '0'));
}

const keyOf = (asset: string, ...facts: string[]): string =>
  [asset.toUpperCase(), ...facts.map((fact) => (/^[\d.]+$/.test(fact) ? String(scaled(fact)) : fact))].join(
    '|',
  );

const mapped = <K, V, W>(groups: ReadonlyMap<K, V>, map: (value: V) => W): ReadonlyMap<K, W> =>
  new Map([...groups].map(([key, value]) => [key, map(value)]));

const contentOf = (row: BrokerRow): string => JSON.stringify(Object.values(row));
