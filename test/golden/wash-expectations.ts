import { taxSummary, type Ledger } from '../../src/domain/engine';
import { dayOf, units, usd, type Expected, type ExpectedLot } from './shared-cases';

/** What the shared wash-sale cases expect of a ledger, however it was asked for. */

interface WashRow {
  quantity: string;
  adjusted_basis: string;
  holding_start: string;
  is_replacement: boolean;
  acquired?: string;
  sold?: string;
  proceeds?: string;
  disallowed_loss?: string;
  recognised_gain?: string;
}

const holdingStart = (at: number | null): string | null => dayOf(at);
const closed = (ledger: Ledger) => taxSummary(ledger, { timezone: 'UTC' });

export function checkIrsWash(ledger: Ledger, expected: Expected): void {
  expect(usd(closed(ledger).washSaleDisallowed)).toBe(Number(expected['disallowed']));
  expect(usd(closed(ledger).totalRealized)).toBe(Number(expected['recognised_gain']));
  for (const row of expected.open_lots ?? []) checkOpen(ledger, row);
}

function checkOpen(ledger: Ledger, row: ExpectedLot & { tacked?: boolean }): void {
  const lots = ledger.lots.filter(
    (lot) =>
      lot.transactionId === row.lot && units(lot.remaining, lot.asset.decimals) === Number(row.quantity),
  );
  expect(lots.map((lot) => usd(lot.cost))).toEqual([Number(row.basis)]);
  const [lot] = lots;
  if (row.holding_start) expect(holdingStart(lot?.holdingStartAt ?? null)).toBe(row.holding_start);
  if (row.acquired) expect(dayOf(lot?.acquiredAt ?? null)).toBe(row.acquired);
  if (row.tacked !== undefined) expect(lot?.holdingStartAt !== lot?.acquiredAt).toBe(row.tacked);
}

export function checkFifoWash(ledger: Ledger, expected: Expected): void {
  expect(usd(closed(ledger).washSaleDisallowed)).toBeCloseTo(Number(expected['disallowed']), 2);
  const known = ledger.disposals.filter((disposal) => !disposal.isUntracked);
  expect(known.map((d) => usd(d.gain + d.washSaleDisallowed))).toEqual(
    (expected['recognised'] as string[]).map(Number),
  );
  // A partly used replacement is two lots here (IRC 1091(d)) and one in the source: compared by purchase.
  const basis = new Map<string, number>();
  for (const lot of ledger.lots.filter(({ remaining }) => remaining > 0n))
    basis.set(lot.transactionId, (basis.get(lot.transactionId) ?? 0) + usd(lot.cost));
  expect([...basis.values()]).toEqual((expected['open_basis'] as string[]).map(Number));
}

export function checkPeerWash(ledger: Ledger, expected: Expected): void {
  const rows = expected['lots_and_disposals'] as WashRow[];
  const totals = expected.totals as Record<string, string>;
  const summary = closed(ledger);
  expect(usd(summary.washSaleDisallowed)).toBeCloseTo(Number(totals['wash_sale_disallowed']), 2);
  expect(usd(summary.totalRealized)).toBeCloseTo(Number(totals['net_recognised_gain']), 2);
  const open = ledger.lots.filter(({ remaining }) => remaining > 0n);
  expect(open.reduce((sum, lot) => sum + usd(lot.cost), 0)).toBeCloseTo(Number(totals['open_basis']), 2);
  expect(sortedSales(ledger)).toEqual(expectedSales(rows));
  expect(
    open
      .map((lot) =>
        [
          units(lot.remaining, lot.asset.decimals),
          usd(lot.cost).toFixed(2),
          holdingStart(lot.holdingStartAt),
        ].join(' '),
      )
      .sort(),
  ).toEqual(
    rows
      .filter((row) => row.sold === undefined)
      .map((row) =>
        [Number(row.quantity), Number(row.adjusted_basis).toFixed(2), row.holding_start].join(' '),
      )
      .sort(),
  );
}

const add = (sums: Map<string, number[]>, key: string, values: readonly number[]): void => {
  const before = sums.get(key) ?? values.map(() => 0);
  sums.set(
    key,
    before.map((value, i) => Number((value + (values[i] ?? 0)).toFixed(2))),
  );
};

function sortedSales(ledger: Ledger): [string, number[]][] {
  const sums = new Map<string, number[]>();
  for (const d of ledger.disposals)
    add(sums, `${dayOf(d.disposedAt)}`, [
      units(d.quantity, d.asset.decimals),
      usd(d.costBasis),
      usd(d.proceeds),
      usd(d.washSaleDisallowed),
      usd(d.gain + d.washSaleDisallowed),
    ]);
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1));
}

function expectedSales(rows: readonly WashRow[]): [string, number[]][] {
  const sums = new Map<string, number[]>();
  for (const row of rows)
    if (row.sold !== undefined)
      add(sums, row.sold, [
        Number(row.quantity),
        Number(row.adjusted_basis),
        Number(row.proceeds),
        Number(row.disallowed_loss),
        Number(row.recognised_gain),
      ]);
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1));
}
