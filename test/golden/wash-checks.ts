import { taxSummary, type Ledger } from '../../src/domain/engine';
import { fromUnits } from '../../src/domain/kernel/units';
import { day, groupBy, isTracked, near, openLots, openUnits, plain, soldUnits, sum, usd } from './amounts';

/** What a case may expect of a ledger with wash sales. */
export interface WashExpectation {
  disallowed?: string;
  realized?: string;
  pieces?: PieceRow[];
  recognised?: string[];
  openByPurchase?: string[];
  openBasis?: string;
  soldByDay?: DayRow[];
  openPieces?: { quantity: string; basis: string; holdingStart: string }[];
}

interface PieceRow {
  lot: string;
  quantity: string;
  basis: string;
  acquired?: string;
  holdingStart?: string;
  /** Whether the holding period begins before the purchase. */
  tacked?: boolean;
}

interface DayRow {
  sold: string;
  quantity: string;
  basis: string;
  proceeds: string;
  disallowed: string;
  gain: string;
}

type WashChecks = {
  [K in keyof WashExpectation]-?: (ledger: Ledger, expected: NonNullable<WashExpectation[K]>) => void;
};

const total = (ledger: Ledger) => taxSummary(ledger, { timezone: 'UTC' });

/** The first is what is compared, the second what is expected; amounts within half a cent are shown alike. */
const nearAll = (ours: readonly bigint[], expected: readonly string[]): string[] =>
  ours.map((value, i) => near(usd(value), expected[i] ?? '0'));

export const WASH_CHECKS: WashChecks = {
  disallowed: (ledger, expected) =>
    expect(near(usd(total(ledger).washSaleDisallowed), expected)).toBe(expected),
  realized: (ledger, expected) => expect(near(usd(total(ledger).totalRealized), expected)).toBe(expected),
  pieces: (ledger, rows) => {
    for (const row of rows) {
      const lots = ledger.lots.filter(
        (lot) => lot.transactionId === row.lot && openUnits(lot).toFixed() === plain(row.quantity),
      );
      expect(
        lots.map((lot) => ({
          ...row,
          basis: near(usd(lot.cost), row.basis),
          ...(row.acquired && { acquired: day(lot.acquiredAt) }),
          ...(row.holdingStart && { holdingStart: day(lot.holdingStartAt) }),
          ...(row.tacked !== undefined && { tacked: lot.holdingStartAt !== lot.acquiredAt }),
        })),
      ).toEqual([row]);
    }
  },
  recognised: (ledger, expected) => {
    const gains = ledger.disposals
      .filter(isTracked)
      .map(({ gain, washSaleDisallowed }) => gain + washSaleDisallowed);
    expect(nearAll(gains, expected)).toEqual(expected);
  },
  // A partly used replacement is two lots here (IRC 1091(d)), and one in the sources.
  openByPurchase: (ledger, expected) => {
    const purchases = groupBy(openLots(ledger), ({ transactionId }) => transactionId);
    const costs = [...purchases.values()].map((lots) => lots.reduce((cost, lot) => cost + lot.cost, 0n));
    expect(nearAll(costs, expected)).toEqual(expected);
  },
  openBasis: (ledger, expected) => {
    const cost = sum(openLots(ledger), (lot) => usd(lot.cost));
    expect(near(cost, expected)).toBe(expected);
  },
  // The sources split the sold lot where its replacement ends, here the replacement is split: days are compared.
  soldByDay: (ledger, rows) => {
    const days = groupBy(ledger.disposals, ({ disposedAt }) => day(disposedAt));
    expect([...days.keys()].sort()).toEqual(rows.map(({ sold }) => sold));
    for (const row of rows) {
      const slices = days.get(row.sold) ?? [];
      const amount = (of: (slice: (typeof slices)[number]) => bigint, expected: string): string =>
        near(
          sum(slices, (slice) => usd(of(slice))),
          expected,
        );
      expect({
        sold: row.sold,
        quantity: sum(slices, soldUnits).toFixed(),
        basis: amount((slice) => slice.costBasis, row.basis),
        proceeds: amount((slice) => slice.proceeds, row.proceeds),
        disallowed: amount((slice) => slice.washSaleDisallowed, row.disallowed),
        gain: amount((slice) => slice.gain + slice.washSaleDisallowed, row.gain),
      }).toEqual({ ...row, quantity: plain(row.quantity) });
    }
  },
  openPieces: (ledger, rows) => {
    const text = (quantity: string, basis: string, holdingStart: string | null): string =>
      `${quantity} for ${basis} since ${holdingStart}`;
    const ours = openLots(ledger).map((lot) =>
      text(
        fromUnits(lot.remaining, lot.asset.decimals).toFixed(),
        usd(lot.cost).toFixed(2),
        day(lot.holdingStartAt),
      ),
    );
    const expected = rows.map((row) =>
      text(plain(row.quantity), Number(row.basis).toFixed(2), row.holdingStart),
    );
    expect(ours.sort()).toEqual(expected.sort());
  },
};
