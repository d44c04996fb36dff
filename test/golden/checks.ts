import { taxSummary, type Disposal, type Ledger, type Lot } from '../../src/domain/engine';
import { dec } from '../../src/domain/kernel/decimal';
import { day, groupBy, isTracked, near, openLots, openUnits, plain, soldUnits, sum, usd } from './amounts';
import { WASH_CHECKS, type WashExpectation } from './wash-checks';

/** What a case may expect of a ledger. Each key has one check in `CHECKS`; README.md describes them. */
export interface Expectation extends WashExpectation {
  refused?: true;
  slices?: SliceRow[];
  gain?: string;
  open?: OpenRow[];
  income?: { type: string; usd: string }[];
  proceeds?: Record<string, string>;
  untracked?: string;
  feeSlices?: { symbol: string; quantity: string; acquired: string; gain: string }[];
  term?: 'short' | 'long';
  bases?: { symbol: string; sold: string; acquired: string; quantity: string; basis: string }[];
  taxable?: { proceeds: string; basis: string; gain: string };
}

interface SliceRow {
  symbol: string;
  quantity: string;
  lot?: string;
  acquired?: string;
  /** A day, or a moment. */
  sold: string;
  proceeds: string;
  basis: string;
  gain: string;
  term?: 'short' | 'long';
}

interface OpenRow {
  symbol?: string;
  wallet?: string;
  lot?: string;
  acquired?: string;
  unitBasis?: string;
  quantity: string;
  basis?: string;
}

type Checks<E> = { [K in keyof E]-?: (ledger: Ledger, expected: NonNullable<E[K]>) => void };

const total = (ledger: Ledger) => taxSummary(ledger, { timezone: 'UTC' });
const termOf = ({ isLongTerm }: Disposal): string => (isLongTerm ? 'long' : 'short');

const CHECKS: Checks<Omit<Expectation, 'refused'>> = {
  ...WASH_CHECKS,
  slices: (ledger, rows) => {
    const known = ledger.disposals.filter(isTracked);
    const left = new Set(known);
    for (const row of rows) {
      const found = known.filter((slice) => isOf(slice, row));
      for (const slice of found) left.delete(slice);
      expect(sliceOf(ledger, found, row)).toEqual({ ...row, quantity: plain(row.quantity) });
    }
    expect([...left].map(({ id }) => id)).toEqual([]);
  },
  gain: (ledger, expected) => {
    const known = ledger.disposals.filter(isTracked);
    expect(
      near(
        sum(known, (slice) => usd(slice.gain)),
        expected,
      ),
    ).toBe(expected);
  },
  open: (ledger, rows) => {
    for (const row of rows) {
      const lots = openLots(ledger).filter((lot) => isTracked(lot) && isLotOf(lot, row));
      const quantity = sum(lots, openUnits).toFixed();
      const cost = sum(lots, (lot) => usd(lot.cost));
      expect([row, quantity]).toEqual([row, plain(row.quantity)]);
      if (row.basis !== undefined) expect([row, near(cost, row.basis)]).toEqual([row, row.basis]);
    }
  },
  income: (ledger, rows) =>
    expect(
      ledger.income.map(({ type, fairMarketValue }) => ({ type, usd: usd(fairMarketValue).toFixed() })),
    ).toEqual(rows),
  proceeds: (ledger, bySymbol) => {
    const found = Object.entries(bySymbol).map(([symbol, expected]) => {
      const slices = ledger.disposals.filter(({ asset }) => asset.symbol === symbol);
      return [
        symbol,
        near(
          sum(slices, (slice) => usd(slice.proceeds)),
          expected,
        ),
      ];
    });
    expect(Object.fromEntries(found)).toEqual(bySymbol);
  },
  untracked: (ledger, quantity) => {
    const slices = ledger.disposals.filter(({ isUntracked }) => isUntracked);
    expect(sum(slices, soldUnits).toFixed()).toBe(plain(quantity));
    expect(slices.map((slice) => [slice.costBasis, termOf(slice)])).toEqual(slices.map(() => [0n, 'short']));
  },
  feeSlices: (ledger, rows) =>
    expect(
      ledger.disposals
        .filter(({ type }) => type === 'fee')
        .map((slice) => ({
          symbol: slice.asset.symbol,
          quantity: soldUnits(slice).toFixed(),
          acquired: day(slice.acquiredAt),
          gain: usd(slice.gain).toFixed(),
        })),
    ).toEqual(rows),
  term: (ledger, expected) => expect(ledger.disposals.map(termOf)).toEqual([expected]),
  bases: (ledger, rows) => {
    const key = (symbol: string, sold: number, acquired: string | null): string =>
      `${symbol} sold ${new Date(sold).toISOString()} of ${acquired}`;
    const groups = groupBy(ledger.disposals, (slice) =>
      key(slice.asset.symbol, slice.disposedAt, day(slice.acquiredAt)),
    );
    const expected = new Map(rows.map((row) => [key(row.symbol, Date.parse(row.sold), row.acquired), row]));
    expect([...groups.keys()].sort()).toEqual([...expected.keys()].sort());
    for (const [name, { quantity, basis }] of expected) {
      const slices = groups.get(name) ?? [];
      const cost = sum(slices, (slice) => usd(slice.costBasis));
      expect([name, sum(slices, soldUnits).toFixed(), near(cost, basis)]).toEqual([
        name,
        plain(quantity),
        basis,
      ]);
    }
  },
  taxable: (ledger, expected) => {
    const { totalProceeds, totalCostBasis, totalRealized } = total(ledger);
    expect({
      proceeds: near(usd(totalProceeds), expected.proceeds),
      basis: near(usd(totalCostBasis), expected.basis),
      gain: near(usd(totalRealized), expected.gain),
    }).toEqual(expected);
  },
};

/** Every key of the expectation is checked; a key without a check fails. */
export function check(ledger: Ledger, { refused: _refused, ...expected }: Expectation): void {
  const keys = Object.keys(expected) as (keyof typeof CHECKS)[];
  expect(keys.length).toBeGreaterThan(0);
  for (const key of keys) {
    const one = CHECKS[key] as ((ledger: Ledger, expected: unknown) => void) | undefined;
    if (!one) throw new Error(`No check for ${key}`);
    one(ledger, expected[key]);
  }
}

const isOf = (slice: Disposal, { symbol, sold, acquired }: SliceRow): boolean => {
  const at = new Date(slice.disposedAt).toISOString();
  return (
    slice.asset.symbol === symbol &&
    (sold.length === 10 ? at.slice(0, 10) === sold : slice.disposedAt === Date.parse(sold)) &&
    (acquired === undefined || day(slice.acquiredAt) === acquired)
  );
};

/** Slices of one lot in one sale, a fee in kind among them, are one row. */
function sliceOf(ledger: Ledger, slices: readonly Disposal[], row: SliceRow): Record<string, unknown> {
  const lots = new Set(slices.map(({ lotId }) => ledger.lots.find(({ id }) => id === lotId)?.transactionId));
  const terms = new Set(slices.map(termOf));
  const amount = (of: (slice: Disposal) => bigint, expected: string): string =>
    near(
      sum(slices, (slice) => usd(of(slice))),
      expected,
    );
  return {
    ...row,
    quantity: sum(slices, soldUnits).toFixed(),
    proceeds: amount((slice) => slice.proceeds, row.proceeds),
    basis: amount((slice) => slice.costBasis, row.basis),
    gain: amount((slice) => slice.gain, row.gain),
    ...(row.term && { term: [...terms].join(' ') }),
    ...(row.lot && { lot: [...lots].join(' ') }),
  };
}

const isLotOf = (lot: Lot, row: OpenRow): boolean =>
  (row.symbol === undefined || lot.asset.symbol === row.symbol) &&
  (row.wallet === undefined || lot.wallet === row.wallet) &&
  (row.lot === undefined || lot.transactionId === row.lot) &&
  (row.acquired === undefined || day(lot.acquiredAt) === row.acquired) &&
  (row.unitBasis === undefined ||
    usd(lot.cost).div(openUnits(lot)).minus(row.unitBasis).abs().lt(dec('1e-6')));
