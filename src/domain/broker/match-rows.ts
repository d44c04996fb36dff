import { parseDay } from '../kernel/calendar';
import { centsOfText, coinOfRow, coinOfSale, type BrokerRow, type OwnSale } from './broker-row';
import { groupedBy, nearer, NearestSales, type Nearest } from './nearest-sales';
import { runsOf, type OwnUnits, type Run } from './own-runs';

export interface Match {
  kind: 'pair' | 'aggregate' | 'regrouped' | 'duplicate' | 'only_broker' | 'only_own';
  rows: readonly number[];
  sales: readonly number[];
}

/** The broker's zone may shift a sale by a day. */
const MOST_DAYS_APART = 1;

const SAME_DAY = [[0]] as const;
const DAYS_BESIDE = [[1], [-1], [0, 1], [-1, 0]] as const;

/** Limit of comparisons with single rows, short days first. Rows beyond it are compared by whole days. */
const MOST_COMPARED = 4_000_000;

/**
 * Pairs each row and sale at most once. First those that agree in asset, units and day, also out of several lots;
 * then a day apart; then the rows of a day with other lots; then aggregates. The rest stands alone.
 */
export function matchRows(rows: readonly BrokerRow[], sales: readonly OwnSale[]): Match[] {
  const matcher = new Matcher(rows, sales);
  matcher.pairSameDay();
  matcher.splitRows(SAME_DAY);
  matcher.pairNextDay();
  matcher.splitRows(DAYS_BESIDE);
  matcher.duplicates();
  matcher.regroupDays(SAME_DAY);
  matcher.regroupDays(DAYS_BESIDE);
  matcher.aggregates();
  matcher.pairSameDayOtherUnits();
  return matcher.rest();
}

class Matcher {
  private readonly matches: Match[] = [];
  private readonly parts = new Map<number, OwnUnits>();
  private readonly openRows: Set<number>;
  private readonly openSales: Set<number>;

  constructor(
    private readonly rows: readonly BrokerRow[],
    private readonly sales: readonly OwnSale[],
  ) {
    this.openRows = new Set(rows.keys());
    this.openSales = new Set(sales.keys());
  }

  pairSameDay(): void {
    const byKey = mapped(
      this.salesBy((sale) => keyOf(coinOfSale(sale), sale.units, sale.soldOn)),
      (sales) => this.nearestOf(sales),
    );
    this.pairNearest((row) => byKey.get(keyOf(coinOfRow(row), row.box1c, row.box1e))?.of(row) ?? null);
  }

  /** A day apart, because the broker's zone may differ. */
  pairNextDay(): void {
    const byKey = mapped(
      this.salesBy((sale) => keyOf(coinOfSale(sale), sale.units)),
      (sales) =>
        mapped(
          groupedBy(sales, (sale) => parseDay(this.sale(sale).soldOn)),
          (ofDay) => this.nearestOf(ofDay),
        ),
    );
    this.pairNearest((row) => {
      const days = byKey.get(keyOf(coinOfRow(row), row.box1c));
      const day = parseDay(row.box1e);
      if (days === undefined || Number.isNaN(day)) return null;
      let found: Nearest | null = null;
      for (let each = day - MOST_DAYS_APART; each <= day + MOST_DAYS_APART; each++)
        found = nearer(found, days.get(each)?.of(row) ?? null);
      return found;
    });
  }

  duplicates(): void {
    const known = new Set(this.matches.flatMap(({ rows }) => rows.map((row) => contentOf(this.row(row)))));
    for (const row of [...this.openRows])
      if (known.has(contentOf(this.row(row)))) this.take('duplicate', [row], []);
  }

  splitRows(windows: Windows): void {
    let compared = 0;
    this.regroup(windows, (rows, ofDays) => {
      compared += rows.length * ofDays;
      return compared > MOST_COMPARED ? [] : rows.map((row) => [row]);
    });
  }

  /** The units of the rows of a day agree, but not their split into lots. */
  regroupDays(windows: Windows): void {
    this.regroup(windows, (rows) => [rows], true);
  }

  private regroup(
    windows: Windows,
    groupsOf: (rows: number[], ofDays: number) => number[][],
    withRest = false,
  ): void {
    const byAsset = mapped(this.salesBy(coinOfSale), (sales) =>
      groupedBy(sales, (sale) => parseDay(this.sale(sale).soldOn)),
    );
    const groups = [...this.rowsBy((row) => keyOf(coinOfRow(row), row.box1e)).values()];
    for (const rows of groups.sort((a, b) => a.length - b.length)) {
      const { box1e } = this.row(rows[0] as number);
      const days = byAsset.get(coinOfRow(this.row(rows[0] as number)));
      const ownOf = (window: readonly number[]): number[] =>
        window.flatMap((apart) => days?.get(parseDay(box1e) + apart) ?? []).filter(this.isOpenSale);
      const ofDays = windows.reduce((sum, window) => sum + ownOf(window).length, 0);
      if (ofDays === 0) continue;
      for (const group of groupsOf(rows, ofDays)) {
        const run = this.nearestRun(group, windows.map(ownOf), withRest);
        if (run !== null) this.take('regrouped', group, run.sales());
      }
    }
  }

  private nearestRun(rows: readonly number[], own: readonly number[][], withRest: boolean): Run | null {
    const units = this.unitsOfRows(rows);
    const amount = rows.reduce((sum, row) => sum + centsOfText(this.row(row).box1f), 0n);
    const isGross = rows.every((row) => this.row(row).box3a === 'gross');
    const apart = ({ gross, net }: Run): bigint => {
      const difference = (isGross ? gross : net) - amount;
      return difference < 0n ? -difference : difference;
    };
    let found: Run | null = null;
    for (const run of own.flatMap((sales) => runsOf(this.partsOf(sales), units, withRest)))
      if (found === null || apart(run) < apart(found)) found = run;
    return found;
  }

  private partsOf = (sales: readonly number[]): OwnUnits[] =>
    sales.map(this.partOf).filter(({ units }) => units > 0n);

  private partOf = (index: number): OwnUnits => {
    const known = this.parts.get(index);
    if (known !== undefined) return known;
    const { units, proceeds, fees } = this.sale(index);
    const part = { index, units: scaled(units), gross: proceeds + fees, net: proceeds };
    this.parts.set(index, part);
    return part;
  };

  /** Rows for all sales of an asset in the year, or for all NFTs. Several such rows share the sales. */
  aggregates(): void {
    const sales = this.salesBy(coinOfSale);
    const pieces = [...this.openSales].filter((sale) => this.sale(sale).isNft);
    const aggregated = [...this.openRows].filter((row) => this.row(row).box11a !== null);
    const isPieces = (row: number): boolean => this.row(row).box11a === 'nft';
    const groups = groupedBy(aggregated, (row) => (isPieces(row) ? '' : coinOfRow(this.row(row))));
    for (const rows of groups.values()) {
      const coins = new Set(rows.map((row) => coinOfRow(this.row(row))));
      const own = [
        ...(rows.some(isPieces) ? pieces : []),
        ...[...coins].flatMap((coin) => sales.get(coin) ?? []),
      ];
      const found = [...new Set(own)].filter(this.isOpenSale);
      if (found.length === 0) continue;
      const contents = new Map(rows.map((row) => [row, contentOf(this.row(row))]));
      const seen = new Set<string | undefined>();
      const isFirst = (row: number): boolean => seen.size < seen.add(contents.get(row)).size;
      this.take('aggregate', rows.filter(isFirst), found);
      for (const row of rows.filter(this.isOpenRow)) this.take('duplicate', [row], []);
    }
  }

  /** The units of one row and one sale of a day differ by less than half, as by a fee in kind. */
  pairSameDayOtherUnits(): void {
    const sales = this.salesBy((sale) => keyOf(coinOfSale(sale), sale.soldOn));
    for (const [key, rows] of this.rowsBy((row) => keyOf(coinOfRow(row), row.box1e))) {
      const found = sales.get(key) ?? [];
      if (rows.length === 1 && found.length === 1 && this.isAlike(rows, found))
        this.take('regrouped', rows, found);
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
    new NearestSales(sales, this.sale, this.isOpenSale);

  private take(kind: Match['kind'], rows: readonly number[], sales: readonly number[]): void {
    for (const row of rows) this.openRows.delete(row);
    for (const sale of sales) this.openSales.delete(sale);
    this.matches.push({ kind, rows, sales });
  }

  private rowsBy(keyOfRow: (row: BrokerRow) => string): Map<string, number[]> {
    const single = [...this.openRows].filter((index) => this.row(index).box11a === null);
    return groupedBy(single, (index) => keyOfRow(this.row(index)));
  }

  private salesBy(keyOfSale: (sale: OwnSale) => string): Map<string, number[]> {
    return groupedBy(this.openSales, (index) => keyOfSale(this.sale(index)));
  }

  private unitsOfRows = (rows: readonly number[]): bigint =>
    rows.reduce((sum, row) => sum + scaled(this.row(row).box1c), 0n);

  private isOpenRow = (index: number): boolean => this.openRows.has(index);
  private isOpenSale = (index: number): boolean => this.openSales.has(index);
  private isAlike([row = 0]: readonly number[], [sale = 0]: readonly number[]): boolean {
    const [a, b] = [scaled(this.row(row).box1c), scaled(this.sale(sale).units)];
    return a < b ? 2n * a > b : 2n * b > a;
  }

  private row = (index: number): BrokerRow => this.rows[index] as BrokerRow;
  private sale = (index: number): OwnSale => this.sales[index] as OwnSale;
}

/** Box 1c has at most 18 decimals. */
export const UNIT_DECIMALS = 18;

/** In units of 1e-18. */
export function scaled(text: string): bigint {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.slice(0, UNIT_DECIMALS).padEnd(UNIT_DECIMALS, '0'));
}

type Windows = readonly (readonly number[])[];

const keyOf = (asset: string, ...facts: string[]): string =>
  [asset, ...facts.map((fact) => (/^[\d.]+$/.test(fact) ? String(scaled(fact)) : fact))].join('|');

const mapped = <K, V, W>(groups: ReadonlyMap<K, V>, map: (value: V) => W): ReadonlyMap<K, W> =>
  new Map([...groups].map(([key, value]) => [key, map(value)]));

const contentOf = (row: BrokerRow): string => JSON.stringify(Object.values(row));
