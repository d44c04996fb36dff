import { acceptedRows, emptyBrokerRow, type BrokerRow } from '../../src/domain/broker';
import {
  formOf,
  formRowsInSlices,
  reasonsOfForm,
  statusOf,
  withRows,
  type Form8949Request,
} from '../../src/domain/forms';
import { finished } from '../../src/domain/kernel/slices';
import type { LedgerEvent } from '../../src/domain/engine';
import { buy, ETH, ledgerOf, sell, WALLET } from '../forms/ledgers';

const REQUEST: Form8949Request = {
  accounts: [{ wallet: WALLET, kind: 'us_exchange' }],
  year: 2026,
  timezone: 'UTC',
};

const row = (more: Partial<BrokerRow>): BrokerRow => ({
  ...emptyBrokerRow({ box1c: '1', box1e: '2026-05-01', box1f: '3000.00' }),
  symbol: 'ETH',
  box8949: 'H',
  box6: 'short',
  ...more,
});

function marksOf(events: readonly LedgerEvent[], rows: readonly BrokerRow[]) {
  const own = finished(formRowsInSlices(ledgerOf(events), { ...REQUEST, rounding: 'cents' }));
  const years = new Map([[2026, [...own.rows, ...own.omitted]]]);
  const accepted = [{ year: 2026, wallet: WALLET, ownSales: [], rows }];
  const form = formOf(withRows(own, acceptedRows(years, accepted, 2026), REQUEST), REQUEST);
  const reasons = reasonsOfForm(form);
  return [statusOf(reasons), ...reasons.map(({ mark, amount }) => `${mark} ${amount}`)];
}

describe('a row of a broker that the own records do not have', () => {
  it.each([
    ['none', { box1g: null }],
    ['an empty one', { box1g: '0.00' }],
    ['none, and calls it reported', { box1g: null, box2: true }],
  ])('leaves the form incomplete where it states no basis: %s', (_, more) => {
    expect(marksOf([], [row(more)])).toEqual([
      'INCOMPLETE',
      'unknown_basis 300000',
      'missing_in_books 300000',
    ]);
  });

  it.each([
    ['a basis', { box1g: '2500.00' }],
    ['a basis of 0 that it reports', { box1g: '0.00', box2: true }],
  ])('is for review where it states %s', (_, more) => {
    expect(marksOf([], [row(more)])).toEqual(['REVIEW', 'missing_in_books 300000']);
  });
});

const COIN = { ...ETH, id: 'ethereum:0xc0', symbol: 'USDC' };
const AGGREGATE = {
  symbol: 'USDC',
  box11a: 'stablecoin',
  box1e: '2026-12-31',
  box8949: null,
  box6: null,
} as const;
const bought = buy('100', '100', '2026-01-10T12:00Z', { asset: COIN });
const unknown = buy('100', '0', '2026-02-10T12:00Z', {
  asset: COIN,
  untracked: true,
  source: 'unknown',
  basisSource: 'none',
});

describe('a row of a broker that joins several sales', () => {
  const sales = [
    sell('100', '100', '2026-05-01T12:00Z', { asset: COIN }),
    sell('100', '100', '2026-06-01T12:00Z', { asset: COIN }),
  ];

  it('has the marks of each of them', () => {
    const given = row({ ...AGGREGATE, box1c: '200', box1f: '200.00' });
    expect(marksOf([bought, unknown, ...sales], [given])).toEqual(['INCOMPLETE', 'unknown_basis 20000']);
  });

  it('has units of unknown basis where the broker sold more than the own records have', () => {
    const given = row({ ...AGGREGATE, box1c: '150', box1f: '150.00' });
    expect(marksOf([bought, ...sales.slice(0, 1)], [given])).toEqual([
      'INCOMPLETE',
      'unknown_basis 15000',
      'missing_in_books 15000',
    ]);
  });

  it('has them where it reports a basis that the own lots correct', () => {
    const events = [
      buy('1', '1000', '2026-01-10T12:00Z'),
      buy('1', '0', '2026-02-10T12:00Z', { untracked: true, source: 'unknown', basisSource: 'none' }),
      sell('2', '6000', '2026-05-01T12:00Z'),
    ];
    const given = [
      row({ box1c: '0.5', box1f: '1500.00', box1g: '1000.00', box8949: 'G', box2: true }),
      row({ box1c: '1.5', box1f: '4500.00', box1g: '3000.00', box8949: 'G', box2: true }),
    ];
    const [status, reason] = marksOf(events, given);
    expect([status, reason]).toEqual(['INCOMPLETE', 'unknown_basis 600000']);
  });

  it('counts as sold without a known other end where one of them does', () => {
    const [first, second] = [
      sell('100', '100', '2026-05-01T12:00Z', { asset: COIN }),
      sell('100', '100', '2026-06-01T12:00Z', { asset: COIN, flags: ['unmatched'] }),
    ];
    const given = row({ ...AGGREGATE, box1c: '200', box1f: '200.00' });
    const more = buy('100', '100', '2026-01-11T12:00Z', { asset: COIN });
    expect(marksOf([bought, more, first, second] as LedgerEvent[], [given])).toEqual([
      'REVIEW',
      'sold_without_other_end 20000',
    ]);
  });
});
