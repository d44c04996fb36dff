import { coinOf, eventBase, FIFO, purchaseOf, saleOf } from '../../../../test/support/engine-events';
import { DAY_MS } from '../../kernel/durations';
import { money } from '../../kernel/units';
import {
  LedgerSession,
  simulateWashSales,
  taxSummary,
  type Acquire,
  type Dispose,
  type LedgerEvent,
  type Move,
} from '../index';

const ETHER = coinOf('ETH', 18);
const WRAPPED = coinOf('WETH', 6);
const START = Date.UTC(2025, 0, 1);

const at = (day: number): number => START + day * DAY_MS;
const buy = (id: string, day: number, quantity: bigint, cost: string): Acquire =>
  purchaseOf(cost, id, at(day), quantity, ETHER);
const sell = (id: string, day: number, quantity: bigint, proceeds: string, asset = ETHER): Dispose =>
  saleOf(proceeds, id, at(day), quantity, asset);
const ONE = 10n ** 18n;

describe('a session', () => {
  it('keeps the ids of lots that a late, earlier purchase does not touch', () => {
    const session = new LedgerSession(FIFO);
    const [before] = session.append([buy('b', 10, ONE, '100')]).lots.map(({ id }) => id);
    const after = session.append([buy('a', 5, ONE, '50')]).lots;
    expect(after.map(({ transactionId }) => transactionId)).toEqual(['a', 'b']);
    expect(after[1]?.id).toBe(before);
  });

  it('is as it was after a selection that cannot be applied', () => {
    const session = new LedgerSession({ ...FIFO, method: 'specific_id' });
    session.append([buy('b', 1, ONE, '100')]);
    const impossible: LedgerEvent = {
      ...sell('s', 2, ONE, '90'),
      selections: [{ lot: 'nothing', quantity: ONE }],
    };
    expect(() => session.append([buy('c', 2, ONE, '70'), impossible])).toThrow('No such lot');
    const ledger = session.append([sell('t', 3, ONE, '110')]);
    expect(ledger.lots).toHaveLength(1);
    expect(ledger.disposals.map(({ gain }) => gain)).toEqual([money('10')]);
    expect(session.size).toBe(2);
  });

  it('passes a lot by, once it was chosen out of turn', () => {
    const session = new LedgerSession({ ...FIFO, method: 'specific_id' });
    const chosen: LedgerEvent = { ...sell('s', 3, ONE, '90'), selections: [{ lot: 'b', quantity: null }] };
    const ledger = session.append([
      buy('a', 0, ONE, '10'),
      buy('b', 1, ONE, '20'),
      buy('c', 2, ONE, '30'),
      chosen,
      sell('t', 4, 2n * ONE, '100'),
    ]);
    expect(ledger.disposals.map(({ costBasis }) => costBasis)).toEqual(['20', '10', '30'].map(money));
  });
});

describe('a wrap', () => {
  const wrap = (quantity: bigint, received: bigint): Move => ({
    ...eventBase('wrap', at(5), quantity, ETHER),
    kind: 'move',
    relation: 'wrap',
    toWallet: 'w',
    toAsset: WRAPPED,
    received,
    feeValue: null,
  });

  it('counts what arrived in the units of what left', () => {
    const ledger = new LedgerSession(FIFO).append([
      buy('b', 0, ONE, '100'),
      wrap(ONE, 999_000n),
      sell('s', 6, 999_000n, '120', WRAPPED),
    ]);
    expect(ledger.disposals.map(({ type, quantity, costBasis }) => [type, quantity, costBasis])).toEqual([
      ['fee', ONE / 1000n, money('0.1')],
      ['sale', 999_000n, money('99.9')],
    ]);
  });

  it('lets a slice too small for a unit go with the next', () => {
    const ledger = new LedgerSession(FIFO).append([
      buy('dust', 0, 5n, '7'),
      buy('b', 1, ONE - 5n, '100'),
      wrap(ONE, 1_000_000n),
    ]);
    const open = ledger.lots.filter(({ remaining }) => remaining > 0n);
    expect(open.map(({ remaining, cost }) => [remaining, cost])).toEqual([[1_000_000n, money('107')]]);
    expect(ledger.links.map(({ quantity, toLotId }) => [quantity, toLotId])).toEqual([
      [5n, open[0]?.id],
      [ONE - 5n, open[0]?.id],
    ]);
  });

  it('carries everything through a redenomination, gas capitalised into it', () => {
    const ledger = new LedgerSession(FIFO).append([
      buy('a', 0, ONE, '30'),
      buy('b', 1, ONE, '60'),
      { ...wrap(2n * ONE, 30n), rescaled: true, addedCost: money('10') },
    ]);
    const open = ledger.lots.filter(({ remaining }) => remaining > 0n);
    expect(open.map(({ remaining, cost, transactionId }) => [remaining, cost, transactionId])).toEqual([
      [15n, money('35'), 'a'],
      [15n, money('65'), 'b'],
    ]);
    expect(ledger.disposals).toHaveLength(0);
  });
});

describe('simulateWashSales', () => {
  it('returns the disallowed loss, by substance and not by chain', () => {
    const events = [
      buy('b', 0, ONE, '200'),
      sell('s', 60, ONE, '100'),
      { ...buy('r', 70, 500_000n, '60'), asset: WRAPPED },
    ];
    expect(simulateWashSales(events, FIFO)).toHaveLength(0);
    const found = simulateWashSales(events, { ...FIFO, groupOf: () => 'ether' });
    expect(
      found.map(({ loss, disallowed, quantity, daysApart }) => ({ loss, disallowed, quantity, daysApart })),
    ).toEqual([{ loss: money('100'), disallowed: money('50'), quantity: ONE / 2n, daysApart: 10 }]);
  });

  it('changes nothing: neither the events nor a kept ledger', () => {
    const events = [buy('b', 0, ONE, '200'), sell('s', 60, ONE, '100'), buy('r', 70, ONE, '60')];
    const copy = structuredClone(events);
    const ledger = new LedgerSession(FIFO).append(events);
    const summary = taxSummary(ledger, { timezone: 'UTC' });
    expect(simulateWashSales(events, FIFO).map(({ disallowed }) => disallowed)).toEqual([money('100')]);
    expect(events).toEqual(copy);
    expect(ledger.washSales).toEqual([]);
    expect(ledger.lots.map(({ cost }) => cost)).toEqual([0n, money('60')]);
    expect(taxSummary(ledger, { timezone: 'UTC' })).toEqual(summary);
    expect([summary.totalRealized, summary.washSaleCount]).toEqual([-money('100'), 0]);
  });
});
