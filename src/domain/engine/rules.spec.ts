import { bought, eventBase, FIFO, sold } from '../../../test/support/engine-events';
import type { Asset } from '../kernel/asset';
import { formatMoney, money, type Money } from '../kernel/units';
import {
  positions,
  rankLots,
  replay,
  taxSummary,
  type Acquire,
  type Dispose,
  type Ledger,
  type LedgerEvent,
  type Move,
  type ReplayOptions,
} from './index';

const coin: Asset = { id: 'x:coin', chain: 'x', contract: null, symbol: 'COIN', name: 'Coin', decimals: 0 };

const base = (id: string, at: string, quantity: bigint) =>
  eventBase(id, Date.parse(at), quantity, coin, 'hot');
const buy = (
  id: string,
  at: string,
  quantity: bigint,
  cost: string,
  more: Partial<Acquire> = {},
): Acquire => ({
  ...base(id, at, quantity),
  ...bought(cost),
  ...more,
});
const sell = (
  id: string,
  at: string,
  quantity: bigint,
  proceeds: string,
  more: Partial<Dispose> = {},
): Dispose => ({
  ...base(id, at, quantity),
  ...sold(proceeds),
  ...more,
});
const send = (id: string, at: string, quantity: bigint, wallet: string, toWallet: string): Move => ({
  ...base(id, at, quantity),
  wallet,
  kind: 'move',
  relation: 'transfer',
  toWallet,
  toAsset: coin,
  received: quantity,
  feeValue: null,
});

const ledgerOf = (events: readonly LedgerEvent[], options: Partial<ReplayOptions> = {}): Ledger =>
  replay(events, { ...FIFO, ...options });
const soldFrom = (ledger: Ledger): (string | undefined)[] =>
  ledger.disposals.map(({ lotId }) => ledger.lots.find(({ id }) => id === lotId)?.transactionId);
const washed = (events: readonly LedgerEvent[], options: Partial<ReplayOptions> = {}): string[] =>
  ledgerOf(events, { ...options, washSales: true }).disposals.map(({ washSaleDisallowed }) =>
    formatMoney(washSaleDisallowed),
  );

describe('the holding period of what was sold', () => {
  it('is a year in the sums too: a later hour of the anniversary changes nothing', () => {
    const ledger = ledgerOf([
      buy('b', '2024-03-15T09:00Z', 1n, '100'),
      sell('s', '2025-03-15T18:00Z', 1n, '150'),
    ]);
    const { short, long } = taxSummary(ledger, { timezone: 'UTC' });
    expect([ledger.disposals[0]?.isLongTerm, short.net, long.net]).toEqual([false, money('50'), 0n]);
  });

  it.each([
    ['America/New_York', true],
    ['UTC', false],
  ])('counts days of the zone: in %s long %s', (timezone, isLong) => {
    const events = [buy('b', '2024-03-15T02:00Z', 1n, '100'), sell('s', '2025-03-15T12:00Z', 1n, '150')];
    expect(ledgerOf(events, { timezone }).disposals[0]?.isLongTerm).toBe(isLong);
  });
});

describe('gas that is added to the basis of moved units', () => {
  it('is in the basis for a gain of a gift, and in its basis for a loss', () => {
    const gift = buy('gift', '2024-01-01', 2n, '100', {
      source: 'manual',
      acquiredAt: Date.parse('2020-01-01'),
      lossBasis: money('60'),
    });
    const moved = { ...send('m', '2024-02-01', 2n, 'hot', 'cold'), addedCost: money('4') };
    const soldFor = (proceeds: string) =>
      ledgerOf([gift, moved, sell('s', '2024-03-01', 1n, proceeds, { wallet: 'cold' })]).disposals.map(
        ({ gain }) => formatMoney(gain),
      );
    expect([soldFor('20'), soldFor('40'), soldFor('60')]).toEqual([['-12'], ['0'], ['8']]);
  });

  describe('inside a pool that wallets share', () => {
    const sharedPools = [{ assetId: coin.id, wallets: ['hot', 'cold'] }];
    const moved = (quantity: bigint, gas: string): Move => ({
      ...send('m', '2024-02-01', quantity, 'hot', 'cold'),
      addedCost: money(gas),
    });
    const openCosts = (...events: LedgerEvent[]) =>
      ledgerOf(events, { sharedPools })
        .lots.filter(({ remaining }) => remaining > 0n)
        .map(({ remaining, cost }) => `${remaining} for ${formatMoney(cost)}`);

    it('is in both bases of a gift', () => {
      const gift = buy('gift', '2024-01-01', 2n, '100', {
        source: 'manual',
        acquiredAt: Date.parse('2020-01-01'),
        lossBasis: money('60'),
      });
      const soldFor = (proceeds: string) =>
        ledgerOf([gift, moved(2n, '4'), sell('s', '2024-03-01', 1n, proceeds, { wallet: 'cold' })], {
          sharedPools,
        }).disposals.map(({ gain }) => formatMoney(gain));
      expect([soldFor('20'), soldFor('40'), soldFor('60')]).toEqual([['-12'], ['0'], ['8']]);
    });

    it('is in the basis of the units that come first, each once', () => {
      const bought = [buy('a', '2024-01-01', 2n, '100'), buy('b', '2024-01-02', 3n, '60')];
      expect(openCosts(...bought, moved(4n, '8'))).toEqual(['1 for 20', '2 for 104', '2 for 44']);
    });

    it('is in the basis of the known units, when more units move', () => {
      expect(openCosts(buy('a', '2024-01-01', 2n, '100'), moved(5n, '10'))).toEqual(['2 for 110']);
      expect(openCosts(moved(5n, '10'))).toEqual([]);
    });

    it('is in the basis of the units that arrive, where others are lost on the way', () => {
      const bought = [buy('a', '2024-01-01', 2n, '100'), buy('b', '2024-01-02', 3n, '60')];
      const withFee = { ...moved(4n, '6'), received: 3n, feeValue: money('30') };
      expect(openCosts(...bought, withFee)).toEqual(['1 for 20', '1 for 52', '2 for 44']);
    });
  });
});

describe('the order of lots', () => {
  it('starts at the acquisition by the donor of a gift, not at its receipt', () => {
    const gift = buy('gift', '2024-06-01', 1n, '10', {
      source: 'manual',
      acquiredAt: Date.parse('2020-01-01'),
    });
    expect(
      soldFrom(ledgerOf([buy('b', '2024-01-01', 1n, '50'), gift, sell('s', '2024-07-01', 1n, '60')])),
    ).toEqual(['gift']);
  });

  it('is by purchase, not by arrival, for the last in as for the first', () => {
    const events = [
      buy('old', '2024-01-01', 1n, '10', { wallet: 'cold' }),
      buy('new', '2024-02-01', 1n, '50'),
      send('m', '2024-03-01', 1n, 'cold', 'hot'),
      sell('s', '2024-04-01', 1n, '60'),
    ];
    expect(soldFrom(ledgerOf(events, { method: 'lifo' }))).toEqual(['new']);
    expect(soldFrom(ledgerOf(events, { method: 'fifo' }))).toEqual(['old']);
  });

  it('of highest cost counts the loss a wash sale has added', () => {
    const events = [
      buy('first', '2025-01-01', 1n, '200'),
      sell('loss', '2025-06-01', 1n, '100'),
      buy('replacement', '2025-06-10', 1n, '110'),
      buy('dearer', '2025-08-01', 1n, '150'),
      sell('s', '2025-09-01', 1n, '300'),
    ];
    expect(soldFrom(ledgerOf(events, { method: 'hifo', washSales: true }))).toEqual(['first', 'replacement']);
    expect(soldFrom(ledgerOf(events, { method: 'hifo' }))).toEqual(['first', 'dearer']);
  });

  it('of highest cost is exact where a rounded quotient sees no difference', () => {
    const huge = 10n ** 30n;
    const cost = (units: Money) => ({ cost: units });
    const events = [
      buy('cheap', '2024-01-01', huge, '0', cost(1n)),
      buy('dear', '2024-02-01', huge - 1n, '0', cost(1n)),
    ];
    const { lots, ...ledger } = open(events);
    expect(soldFrom(ledgerOf([...events, sell('s', '2024-03-01', 1n, '1')], { method: 'hifo' }))).toEqual([
      'dear',
    ]);
    const ranks = rankLots(lots, 'hifo');
    expect(lots.map(({ id, transactionId }) => [transactionId, ranks.get(id)])).toEqual([
      ['cheap', 2],
      ['dear', 1],
    ]);
    expect(ledger.quantity).toBe(2n * huge - 1n);
  });

  it('puts inflows before outflows of the same time', () => {
    const at = '2024-01-01';
    const ledger = ledgerOf([sell('a', at, 1n, '60'), buy('b', at, 1n, '50')]);
    expect([soldFrom(ledger), ledger.issues]).toEqual([['b'], []]);
  });
});

function open(events: readonly LedgerEvent[]) {
  const position = positions(ledgerOf(events), null)[0];
  if (!position) throw new Error('Nothing is held');
  return position;
}

describe('a wash sale', () => {
  it('counts days, regardless of the hour', () => {
    const story = (bought: string) => [
      buy('b', '2024-01-01', 1n, '200'),
      buy('r', bought, 1n, '110'),
      sell('s', '2025-06-01T23:00Z', 1n, '100'),
    ];
    expect(washed(story('2025-05-02T01:00Z'))).toEqual(['100']);
    expect(washed(story('2025-05-01T23:59Z'))).toEqual(['0']);
  });

  it('uses a replacement once', () => {
    const events = [
      buy('b', '2024-01-01', 2n, '400'),
      buy('r', '2025-06-01', 1n, '110'),
      sell('s1', '2025-06-05', 1n, '100'),
      sell('s2', '2025-06-08', 1n, '100'),
    ];
    expect(washed(events)).toEqual(['100', '0']);
  });

  it('matched piece by piece takes no more than the loss, and the last piece the remainder', () => {
    const events = [
      buy('b', '2024-01-01', 3n, '200'),
      sell('s', '2025-06-01', 3n, '100'),
      ...['2', '3', '4'].map((day) => buy(`r${day}`, `2025-06-0${day}`, 1n, '30')),
    ];
    const ledger = ledgerOf(events, { washSales: true });
    const parts = ledger.washSales.map(({ disallowed }) => disallowed);
    expect(parts).toHaveLength(3);
    expect(parts.reduce((sum, part) => sum + part, 0n)).toBe(money('100'));
    expect(ledger.disposals[0]?.washSaleDisallowed).toBe(money('100'));
    expect(open(events).cost + money('100')).toBe(ledger.lots.reduce((sum, { cost }) => sum + cost, 0n));
  });

  it('needs another order than the one that was sold', () => {
    const fills = (second: string) => [
      buy('b1', '2025-06-01', 1n, '200', { orderId: 'o1' }),
      buy('b2', '2025-06-01T00:01Z', 1n, '200', { orderId: second }),
      sell('s', '2025-06-05', 1n, '100'),
    ];
    expect(washed(fills('o1'))).toEqual(['0']);
    expect(washed(fills('o2'))).toEqual(['100']);
  });

  it('is none of the result of a position that is settled in the units', () => {
    const story = (type: Dispose['type']) => [
      buy('b', '2025-01-01', 10n, '10'),
      sell('s', '2025-06-01', 4n, '0', { type }),
      buy('r', '2025-06-10', 10n, '10'),
    ];
    expect(washed(story('sale'))).toEqual(['4']);
    expect(washed(story('margin_result'))).toEqual(['0']);
  });

  it('has no replacement in the units of the profit of a position', () => {
    const events = [
      buy('b', '2024-01-01', 1n, '200'),
      sell('s', '2025-06-01', 1n, '100'),
      buy('p', '2025-06-02', 1n, '100', { source: 'transfer_in', basisSource: 'market_price' }),
    ];
    expect(washed(events)).toEqual(['0']);
  });

  it('needs units that the very transaction does not sell as well', () => {
    const events = [
      buy('b1', '2025-06-01', 1n, '200'),
      buy('b2', '2025-06-02', 1n, '200'),
      sell('s', '2025-06-05', 1n, '100'),
      sell('s', '2025-06-05', 1n, '100', { leg: 1, logIndex: 1 }),
    ];
    expect(washed(events)).toEqual(['0', '0']);
  });
});
