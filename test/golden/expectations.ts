import type { Disposal, Ledger, Lot } from '../../src/domain/engine';
import { taxSummary } from '../../src/domain/engine';
import {
  dayOf,
  units,
  usd,
  type Case,
  type CaseTx,
  type Expected,
  type ExpectedDisposal,
} from './shared-cases';

/** What the shared cases expect of a ledger, however it was asked for. */

/** Cases our rules do not express, each with the rule or statute that decides. */
const AGAINST_THE_RULES: Record<string, string> = {
  'coinbasis-oversell-per-wallet': 'tax-rules 9.1: an oversell is kept as an untracked lot, not refused',
  'coinbasis-transfer-insufficient': 'tax-rules 9.1: an oversell is kept as an untracked lot, not refused',
  'exitbook-airdrop-gas-to-basis':
    'operating.md, small points: a cash fee on income changes neither income nor basis',
  'rotki-missing-acquisition-records':
    'no transactions given; what it counts, units without a purchase, is tax-rules 9.1',
  'rotki-selling-crypto-bought-with-crypto':
    'tax-rules 7.1: the exchange is valued by a price table (EUR) that the case does not bring',
  'revproc-2024-28-ex3-specific-unit-allocation':
    'tax-rules 3.2, 3.3: per wallet in all years, no allocation at 2025',
  'revproc-2024-28-ex4-global-allocation-hifo':
    'tax-rules 3.2, 3.3: per wallet in all years, no allocation at 2025',
};

/** Cases that are not ledgers: asserted with what they speak of. */
export const ELSEWHERE: Record<string, { suite: string; test: RegExp }> = {
  'exitbook-wash-window-after-only': { suite: 'shared-wash.spec', test: /^the 61-day window bought on/ },
  'i8949-2025-col-h-arithmetic': { suite: 'shared-irs.spec', test: /on column \(h\)/ },
  'i8949-2025-rounding': { suite: 'shared-irs.spec', test: /on rounding to whole dollars/ },
};

export const NOT_EXPRESSIBLE: Record<string, unknown> = { ...AGAINST_THE_RULES, ...ELSEWHERE };

export const FILES = [
  'irs_digital_assets.json',
  'coinbasis.json',
  'exitbook.json',
  'rotki.json',
  'issue_reported.json',
];

/** Universal pools fed as one wallet. Left out are methods that are not ours, and one that ranks otherwise. */
export const isNotOurs = (test: Case): boolean => whyNotOurs(test) !== undefined;

export function whyNotOurs({ id, method }: Case): string | undefined {
  if (typeof method !== 'string') return 'spec 1: one method for a whole ledger, not one for each year';
  if (method === 'lofo') return 'spec 1: lowest cost first is not a method';
  if (id === 'rp2-test_hifo-hifo') return 'tax-rules 4.2: highest cost ranks by basis, fees included';
  return undefined;
}

/** Why a case is not asserted, with the rule that says so; undefined for one that is. */
export function whyListed(file: string, test: Case): string | undefined {
  if (file === 'rp2_golden.json') return whyNotOurs(test);
  if (file === 'txf_v042.json') return TXF_UNUSED[test.id];
  return AGAINST_THE_RULES[test.id];
}

/** References of the format that no row of ours is written with. */
const TXF_UNUSED: Record<string, string> = {
  'txf-example-2C-wash':
    'TXF 042, 682: a wash sale without its amount; ours names the amount (tax-rules 11.5)',
  'txf-example-2B-unknown-date':
    'TXF 042, 673: date unknown; ours is short-term, dated VARIOUS, under the reference of its box (tax-rules 5.3)',
};

/** A buy with its fee in the asset bought: ours comes out of that very lot (operating.md, small points). */
export function takesFeeElsewhere(tx: CaseTx, ledgers: Record<string, CaseTx[]>): boolean {
  const { test_data4: ledger = [] } = ledgers;
  const affected = new Set(
    ledger.filter((t) => t.type === 'buy' && t.fee_quantity).map(({ asset }) => asset),
  );
  return ledger.includes(tx) && affected.has(tx.asset);
}

/** Whatever the case says of disposals, lots, totals, income and fees; it says something. */
export function checkCase(ledger: Ledger, expected: Expected): void {
  const asserted = [
    checkDisposals(ledger, expected.disposals),
    checkLots(ledger, expected),
    checkTotals(ledger, expected),
    checkIncome(ledger, expected),
    checkProceeds(ledger, expected['gross_proceeds'] as Record<string, string> | undefined),
    checkUntracked(ledger, expected['untracked'] as { quantity: string } | undefined),
    checkFee(ledger, expected['fee_disposal'] as Partial<ExpectedDisposal> | undefined),
  ];
  expect(asserted).toContain(true);
}

/** Slices of one lot in one sale are one row for those who count a fee in kind into the sale. */
function checkDisposals(ledger: Ledger, expected?: ExpectedDisposal[]): boolean {
  if (!expected) return false;
  const known = ledger.disposals.filter((disposal) => !disposal.isUntracked);
  const keyOf = (asset: string, sold: string | null, acquired: string | null | undefined): string =>
    [asset, sold && Date.parse(sold), acquired?.slice(0, 10)].join(' ');
  const isDaily = expected.every(({ sold }) => sold.length === 10);
  const found = new Map<string, Disposal[]>();
  for (const disposal of known) {
    const at = new Date(disposal.disposedAt).toISOString();
    const key = keyOf(disposal.asset.symbol, isDaily ? at.slice(0, 10) : at, dayOf(disposal.acquiredAt));
    found.set(key, [...(found.get(key) ?? []), disposal]);
  }
  for (const row of expected) {
    const slices = row.acquired
      ? (found.get(keyOf(row.asset, row.sold, row.acquired)) ?? [])
      : known.filter((disposal) => disposal.asset.symbol === row.asset);
    expect([row, sum(slices, (d) => units(d.quantity, d.asset.decimals))]).toEqual([
      row,
      Number(row.quantity),
    ]);
    expect(sum(slices, (d) => usd(d.proceeds))).toBeCloseTo(Number(row.proceeds), 2);
    expect(sum(slices, (d) => usd(d.costBasis))).toBeCloseTo(Number(row.basis), 2);
    expect(sum(slices, (d) => usd(d.gain))).toBeCloseTo(Number(row.gain), 2);
    if (row.term) expect(slices.map((d) => d.isLongTerm)).toEqual(slices.map(() => row.term === 'long'));
    if (row.lot)
      expect(new Set(slices.map((d) => lotOf(ledger, d).transactionId))).toEqual(new Set([row.lot]));
  }
  expect(new Set(known).size).toBeGreaterThanOrEqual(expected.length);
  return true;
}

function checkLots(ledger: Ledger, expected: Expected): boolean {
  if (!expected.open_lots) return false;
  const open = ledger.lots.filter((lot) => lot.remaining > 0n && !lot.isUntracked);
  for (const row of expected.open_lots) {
    const lots = open.filter(
      (lot) =>
        (row.asset === undefined || lot.asset.symbol === row.asset) &&
        (row.wallet === undefined || lot.wallet === row.wallet) &&
        (row.lot === undefined || lot.transactionId === row.lot) &&
        (row.acquired === undefined || dayOf(lot.acquiredAt) === row.acquired) &&
        (row.unit_basis === undefined || isClose(unitBasis(lot), Number(row.unit_basis))),
    );
    expect([row, sum(lots, (lot) => units(lot.remaining, lot.asset.decimals))]).toEqual([
      row,
      Number(row.quantity),
    ]);
    if (row.basis !== undefined) expect(sum(lots, (lot) => usd(lot.cost))).toBeCloseTo(Number(row.basis), 2);
  }
  return true;
}

function checkTotals(ledger: Ledger, expected: Expected): boolean {
  const gain = expected.totals?.['gain'];
  if (typeof gain !== 'string' || expected.disposals === undefined) return false;
  const known = ledger.disposals.filter((disposal) => !disposal.isUntracked);
  expect(sum(known, (d) => usd(d.gain))).toBeCloseTo(Number(gain), 2);
  return true;
}

function checkIncome(ledger: Ledger, expected: Expected): boolean {
  if (!expected.income) return false;
  expect(ledger.income.map(({ type, fairMarketValue }) => [type, usd(fairMarketValue)])).toEqual(
    expected.income.map(({ kind, amount }) => [kind, Number(amount)]),
  );
  return true;
}

function checkProceeds(ledger: Ledger, expected?: Record<string, string>): boolean {
  if (!expected) return false;
  for (const [asset, proceeds] of Object.entries(expected)) {
    const slices = ledger.disposals.filter((disposal) => disposal.asset.symbol === asset);
    expect([asset, sum(slices, (d) => usd(d.proceeds))]).toEqual([asset, Number(proceeds)]);
  }
  return true;
}

function checkUntracked(ledger: Ledger, expected?: { quantity: string }): boolean {
  if (!expected) return false;
  const slices = ledger.disposals.filter((disposal) => disposal.isUntracked);
  expect(sum(slices, (d) => units(d.quantity, d.asset.decimals))).toBe(Number(expected.quantity));
  expect(slices.map((d) => [d.costBasis, d.isLongTerm])).toEqual(slices.map(() => [0n, false]));
  return true;
}

function checkFee(ledger: Ledger, expected?: Partial<ExpectedDisposal>): boolean {
  if (!expected) return false;
  const fees = ledger.disposals.filter((disposal) => disposal.type === 'fee');
  expect(
    fees.map((d) => [d.asset.symbol, units(d.quantity, d.asset.decimals), dayOf(d.acquiredAt), d.gain]),
  ).toEqual([[expected.asset, Number(expected.quantity), expected.acquired, 0n]]);
  return true;
}

const lotOf = (ledger: Ledger, disposal: Disposal): Lot => {
  const lot = ledger.lots.find(({ id }) => id === disposal.lotId);
  if (!lot) throw new Error('A disposal points at no lot');
  return lot;
};
const unitBasis = (lot: Lot): number => usd(lot.cost) / units(lot.remaining, lot.asset.decimals);
const isClose = (a: number, b: number): boolean => Math.abs(a - b) < 1e-6 * Math.max(1, Math.abs(b));
const sum = <T>(items: readonly T[], of: (item: T) => number): number =>
  Number(items.reduce((total, item) => total + of(item), 0).toFixed(10));

/** Quantities and bases per asset, moment of sale and day of purchase. */
export function checkRows(ledger: Ledger, rows: readonly ExpectedDisposal[]): void {
  const key = (asset: string, at: string, acquired: string | null | undefined): string =>
    [asset, new Date(at).toISOString(), acquired].join(' ');
  const ours = new Map<string, { quantity: number; basis: number }>();
  for (const d of ledger.disposals) {
    const k = key(d.asset.symbol, new Date(d.disposedAt).toISOString(), dayOf(d.acquiredAt));
    const slot = ours.get(k) ?? { quantity: 0, basis: 0 };
    slot.quantity += units(d.quantity, d.asset.decimals);
    slot.basis += usd(d.costBasis);
    ours.set(k, slot);
  }
  const theirs = new Map<string, { quantity: number; basis: number }>();
  for (const row of rows) {
    const k = key(row.asset, row.timestamp ?? row.sold, row.acquired);
    const slot = theirs.get(k) ?? { quantity: 0, basis: 0 };
    slot.quantity += Number(row.quantity);
    slot.basis += Number(row.basis);
    theirs.set(k, slot);
  }
  expect([...ours.keys()].sort()).toEqual([...theirs.keys()].sort());
  for (const [k, { quantity, basis }] of theirs) {
    expect(ours.get(k)?.quantity).toBeCloseTo(quantity, 8);
    expect(ours.get(k)?.basis).toBeCloseTo(basis, 2);
  }
}

/** Sales and fees sum to the peer's; gifts, donations and losses are without gain (tax-rules 10.8). */
export function checkGains(ledger: Ledger, rows: readonly ExpectedDisposal[]): void {
  const taxable = rows.filter(
    ({ category }) => category === 'Capital Gains' || category === 'Investment Expenses',
  );
  const summary = taxSummary(ledger, { timezone: 'UTC' });
  expect(usd(summary.totalProceeds)).toBeCloseTo(
    sum(taxable, ({ proceeds }) => Number(proceeds)),
    2,
  );
  expect(usd(summary.totalCostBasis)).toBeCloseTo(
    sum(taxable, ({ basis }) => Number(basis)),
    2,
  );
  expect(usd(summary.totalRealized)).toBeCloseTo(
    sum(taxable, ({ gain }) => Number(gain)),
    2,
  );
}
