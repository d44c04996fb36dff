import { orderChecks, reconcileForms, type BrokerRow, type OwnSale } from '../../src/domain/broker';
import { emptyBrokerRow } from '../../src/domain/broker/broker-row';
import type { ManualEntry } from '../../src/domain/overlays/manual-entry';
import { isToldToBroker } from '../../src/domain/overlays/elections';

/** Whether a form of 2027 reports the units that the broker was told of. @source 26 CFR 1.1012-1(j)(3)(ii) */
const ROW: BrokerRow = {
  ...emptyBrokerRow({ box1c: '1', box1e: '2027-02-01', box1f: '400.00' }),
  symbol: 'BTC',
  box2: true,
};
const SALE: OwnSale = {
  id: 'sale',
  asset: 'BTC',
  units: '1',
  acquiredOn: '2026-01-01',
  soldOn: '2027-02-01',
  proceeds: 40_000n,
  fees: 0n,
  basis: 32_000n,
  term: 'long',
  isTransferredIn: false,
  isOrdered: true,
};
const verdicts = (rows: readonly BrokerRow[], sales: readonly OwnSale[]) =>
  orderChecks(reconcileForms(rows, sales, 2027).matches, rows, sales).map(({ verdict }) => verdict);

it.each([
  ['basis and date of the ordered lot', { box1g: '320.00', box1d: '2026-01-01' }, 'followed'],
  ['its basis, with a rounded cent, and no date', { box1g: '319.99' }, 'followed'],
  ['the basis of another lot', { box1g: '110.00', box1d: '2025-01-01' }, 'not_followed'],
  ['another basis beside the date of the lot', { box1g: '110.00', box1d: '2026-01-01' }, 'not_followed'],
  ['the basis beside another date', { box1g: '320.00', box1d: '2025-01-01' }, 'not_followed'],
  ['no basis', { box1d: '2026-01-01' }, 'cannot_tell'],
] as const)('%s: %s', (_name, boxes, verdict) => {
  expect(verdicts([{ ...ROW, ...boxes }], [SALE])).toEqual([verdict]);
});

it('leaves out sales without an order, and what the own records do not have', () => {
  expect(verdicts([{ ...ROW, box1g: '110.00' }], [{ ...SALE, isOrdered: undefined }])).toEqual([]);
  expect(verdicts([{ ...ROW, box1g: '110.00' }], [])).toEqual([]);
});

it('adds up the lots of one row', () => {
  const first = { ...SALE, id: 'a', units: '0.4', proceeds: 16_000n, basis: 12_000n };
  const second = { ...SALE, id: 'b', units: '0.6', proceeds: 24_000n, basis: 20_000n };
  expect(verdicts([{ ...ROW, box1g: '320.00' }], [first, second])).toEqual(['followed']);
  expect(verdicts([{ ...ROW, box1g: '250.00' }], [first, second])).toEqual(['not_followed']);
});

it('counts an order as one from the time on at which the broker had it, until its end', () => {
  const place = { wallet: 'account:x', assetId: 'btc', transactionId: 't', txHash: null };
  const order: ManualEntry = {
    kind: 'method_election',
    wallet: 'account:x',
    method: 'hifo',
    from: 10,
    recordedAt: null,
    communicated: { at: 20, evidence: null },
    until: 40,
  };
  const isTold = (at: number, more: Partial<typeof order> = {}) =>
    isToldToBroker([{ ...order, ...more }], { ...place, at });
  expect([15, 20, 39, 40].map((at) => isTold(at))).toEqual([false, true, true, false]);
  expect(isTold(25, { communicated: undefined })).toBe(false);
  expect(isTold(25, { wallet: 'account:y' })).toBe(false);
  const selection: ManualEntry = {
    kind: 'lot_selection',
    wallet: 'account:x',
    assetId: 'btc',
    txHash: 't',
    selections: [],
    communicated: { at: 20, evidence: null },
  };
  expect(isToldToBroker([selection], { ...place, at: 25 })).toBe(true);
  expect(isToldToBroker([selection], { ...place, transactionId: 'other', at: 25 })).toBe(false);
});
