import { bought, coinOf, eventBase, FIFO, sold } from '../../../test/support/engine-events';
import { formatMoney, money } from '../kernel/units';
import { replay, taxSummary, type Acquire, type Ledger, type LedgerEvent, type Move } from './index';

/** Whose holding period counts: gifts sold at a loss, inherited property, and what replaces them. */
const COIN = coinOf('COIN', 0);
const base = (id: string, day: string, quantity = 1n, wallet = 'hot') =>
  eventBase(id, Date.parse(day), quantity, COIN, wallet);
const buy = (id: string, day: string, cost: string, more: Partial<Acquire> = {}): Acquire => ({
  ...base(id, day),
  ...bought(cost),
  ...more,
});
const sell = (id: string, day: string, proceeds: string, wallet = 'hot'): LedgerEvent => ({
  ...base(id, day, 1n, wallet),
  ...sold(proceeds),
});
const send = (day: string): Move => ({
  ...base('move', day),
  kind: 'move',
  relation: 'transfer',
  toWallet: 'cold',
  toAsset: COIN,
  received: 1n,
  feeValue: null,
});

/** Bought by the donor in 2015 for 100, worth 60 at the gift. */
const gift = (day: string): Acquire =>
  buy('gift', day, '100', {
    source: 'manual',
    acquiredAt: Date.parse('2015-01-01'),
    lossBasis: money('60'),
  });
const inherited = (day: string, diedOn: string): Acquire =>
  buy('inherited', day, '100', { source: 'manual', acquiredAt: Date.parse(diedOn), inherited: true });

const text = (at: number | null | undefined) =>
  at === null || at === undefined ? null : new Date(at).toISOString().slice(0, 10);
const salesOf = ({ disposals }: Ledger) =>
  disposals.map((one) => [
    formatMoney(one.gain + one.washSaleDisallowed),
    one.isLongTerm,
    text(one.acquiredAt),
  ]);
const washed = (events: readonly LedgerEvent[]) => replay(events, { ...FIFO, washSales: true });

describe('a gift without its value then', () => {
  const unvalued: Acquire = { ...gift('2025-01-10'), lossBasis: null };
  const soldFor = (proceeds: string) =>
    replay([unvalued, send('2025-06-01'), sell('s', '2025-09-01', proceeds, 'cold')], FIFO);

  it('has no known loss: the sale is held out, and its first lot is listed', () => {
    const ledger = soldFor('70');
    const [sale] = ledger.disposals;
    expect([sale?.valueStatus, sale?.gain, sale?.flags]).toEqual(['missing', 0n, ['missing_price']]);
    expect(sale?.knownProceeds).toBe(money('70'));
    const summary = taxSummary(ledger, { timezone: 'UTC' });
    expect([summary.long.net, summary.short.net, summary.excludedCount]).toEqual([0n, 0n, 1]);
    const [given] = ledger.lots;
    expect(ledger.issues).toMatchObject([{ kind: 'missing_price', lotId: given?.id, wallet: 'hot' }]);
  });

  it.each([
    ['100', '0'],
    ['130', '30'],
  ])('has the basis of the donor when it is sold for %s', (proceeds, gain) => {
    const ledger = soldFor(proceeds);
    expect(salesOf(ledger)).toEqual([[gain, true, '2015-01-01']]);
    expect(ledger.issues).toEqual([]);
  });

  it('can be given away', () => {
    const away: LedgerEvent = { ...base('away', '2025-09-01'), ...sold('0'), type: 'donation' };
    expect(replay([unvalued, away], FIFO).disposals).toMatchObject([{ valueStatus: 'known', gain: 0n }]);
  });
});

describe('a gift sold at a loss', () => {
  it.each([
    ['2026-01-15', true],
    ['2025-09-01', false],
  ])('is held from the gift, whatever moves follow: sold on %s long %s', (day, isLong) => {
    const ledger = replay([gift('2025-01-10'), send('2025-06-01'), sell('s', day, '50', 'cold')], FIFO);
    expect(salesOf(ledger)).toEqual([['-10', isLong, '2025-01-10']]);
    const { long, short } = taxSummary(ledger, { timezone: 'UTC' });
    expect((isLong ? long : short).net).toBe(money('-10'));
  });

  it('is held from the purchase by the donor when it is sold at a gain, or at neither', () => {
    for (const [proceeds, gain] of [
      ['120', '20'],
      ['80', '0'],
    ] as const)
      expect(salesOf(replay([gift('2025-01-10'), sell('s', '2025-02-01', proceeds)], FIFO))).toEqual([
        [gain, true, '2015-01-01'],
      ]);
  });

  it('gives its replacement the time since the gift, not since the purchase by the donor', () => {
    const ledger = washed([
      gift('2025-05-01'),
      sell('s', '2025-06-01', '50'),
      buy('again', '2025-06-02', '50'),
      sell('t', '2025-12-01', '90'),
    ]);
    expect(text(ledger.lots[1]?.holdingStartAt)).toBe('2025-05-02');
    expect(salesOf(ledger)).toEqual([
      ['0', false, '2025-05-01'],
      ['30', false, '2025-06-02'],
    ]);
  });
});

describe('inherited property sold at a loss', () => {
  it('gives its replacement the actual time only, in dates that exist', () => {
    const ledger = washed([
      inherited('2025-05-01', '2025-04-01'),
      sell('s', '2025-06-01', '80'),
      buy('again', '2025-06-02', '80'),
      sell('t', '2025-07-01', '150'),
    ]);
    expect(text(ledger.lots[1]?.holdingStartAt)).toBe('2025-04-02');
    expect(salesOf(ledger)).toEqual([
      ['0', true, '2025-04-01'],
      ['50', false, '2025-06-02'],
    ]);
    expect(ledger.disposals.map(({ isInherited }) => isInherited)).toEqual([true, false]);
  });

  it('makes the replacement long-term after a year of both', () => {
    const events = [
      inherited('2025-05-01', '2024-07-01'),
      sell('s', '2025-06-01', '80'),
      buy('again', '2025-06-02', '80'),
    ];
    const isLong = (day: string) => washed([...events, sell('t', day, '150')]).disposals[1]?.isLongTerm;
    expect([isLong('2025-07-02'), isLong('2025-07-03')]).toEqual([false, true]);
  });
});

describe('units that the taxpayer states as bought elsewhere', () => {
  const stated = (received: string, day: string): Acquire =>
    buy('stated', received, '50', { source: 'manual', acquiredAt: Date.parse(day), isPurchase: true });
  const loss = [buy('b', '2024-01-01', '100'), sell('s', '2025-06-01', '60')];
  const disallowed = (purchase: Acquire) =>
    washed([...loss, purchase]).disposals.map((one) => formatMoney(one.washSaleDisallowed));

  it('replace a loss by the day of their purchase, not of their receipt', () => {
    expect(disallowed(stated('2025-06-20', '2025-06-10'))).toEqual(['40']);
    expect(disallowed(stated('2025-09-01', '2025-06-10'))).toEqual(['40']);
    expect(disallowed(stated('2025-06-20', '2025-03-01'))).toEqual(['0']);
    expect(disallowed(stated('2025-09-01', '2025-07-02'))).toEqual(['0']);
  });

  it('do not replace one when they are a gift', () => {
    expect(disallowed({ ...stated('2025-06-10', '2025-06-10'), isPurchase: false })).toEqual(['0']);
  });
});
