import { coinOf, eventBase, FIFO, purchaseOf, saleOf } from '../../../../test/support/engine-events';
import { formatMoney } from '../../kernel/units';
import {
  LedgerSession,
  replay,
  type Dispose,
  type Ledger,
  type LedgerEvent,
  type LotSelection,
  type MethodElection,
  type Move,
  type ReplayOptions,
  type StandingSelection,
} from '../index';

/** Units that a broker holds, from 2027 on. @source 26 CFR 1.1012-1(j)(3); Notice 2026-20 */
const COIN = coinOf('COIN', 0);
const at = Date.parse;
const NOON = '2027-02-01T12:00:00Z';
const BOOKS = '2025-06-01T00:00:00Z';

const LOTS = [
  purchaseOf('120', 'cheap', at('2025-01-01'), 1n, COIN, 'account'),
  purchaseOf('310', 'dear', at('2026-01-01'), 1n, COIN, 'account'),
];
const sale = (time = NOON, more: Partial<Dispose> = {}): Dispose => ({
  ...saleOf('360', 'sale', at(time), 1n, COIN, 'account'),
  ...more,
});
const send = (more: Partial<Move> = {}): Move => ({
  ...eventBase('send', at(NOON), 1n, COIN, 'account'),
  kind: 'move',
  relation: 'transfer',
  toWallet: 'cold',
  toAsset: COIN,
  received: 1n,
  feeValue: null,
  ...more,
});
const hifo = (communicated?: string, more: Partial<MethodElection> = {}): MethodElection => ({
  wallet: 'account',
  method: 'hifo',
  from: at(BOOKS),
  ...(communicated === undefined ? {} : { communicatedAt: at(communicated) }),
  ...more,
});
const order = (communicated?: string, more: Partial<StandingSelection> = {}): StandingSelection => ({
  wallet: 'account',
  assetId: COIN.id,
  from: at(BOOKS),
  appliesTo: ['disposals', 'transfers'],
  lots: [{ lot: 'dear', quantity: null }],
  ...(communicated === undefined ? {} : { communicatedAt: at(communicated) }),
  ...more,
});
const ledgerOf = (events: readonly LedgerEvent[], options: Partial<ReplayOptions> = {}): Ledger =>
  replay(events, { ...FIFO, brokerAccounts: ['account'], ...options });
const lines = ({ disposals, lots }: Ledger): string[] =>
  disposals.map((one) => {
    const lot = lots.find(({ id }) => id === one.lotId)?.transactionId ?? '';
    const other = one.identifiedGain === null ? '' : ` own ${formatMoney(one.identifiedGain)}`;
    return [`${lot} ${formatMoney(one.gain)}${other}`, ...one.flags].join(' ');
  });
const NOT_TOLD = ['cheap 240 own 50 not_identified_to_broker'];

describe('a sale at a broker in 2027', () => {
  it('takes the earliest lot when only own books order another, and states the gain of that order', () => {
    expect(lines(ledgerOf([...LOTS, sale()], { elections: [hifo()] }))).toEqual(NOT_TOLD);
    expect(lines(ledgerOf([...LOTS, sale()], { elections: [hifo(undefined, { method: 'lifo' })] }))).toEqual(
      NOT_TOLD,
    );
  });

  it('follows an order that the broker had at the moment of the sale', () => {
    expect(lines(ledgerOf([...LOTS, sale()], { elections: [hifo(NOON)] }))).toEqual(['dear 50']);
  });

  it('does not follow an order that the broker got a second later, and the next sale does', () => {
    const elections = [hifo('2027-02-01T12:00:01Z')];
    const later = sale('2027-02-01T12:00:01Z', { transactionId: 'next', stem: 'next' });
    const third = purchaseOf('150', 'third', at('2026-02-01'), 1n, COIN, 'account');
    expect(lines(ledgerOf([...LOTS, third, sale(), later], { elections }))).toEqual([...NOT_TOLD, 'dear 50']);
  });

  it('follows no order for all accounts, nor the method of the calculation: no broker was told', () => {
    const all = hifo('2027-01-15', { wallet: null });
    expect(lines(ledgerOf([...LOTS, sale()], { elections: [all] }))).toEqual(NOT_TOLD);
    expect(lines(ledgerOf([...LOTS, sale()], { method: 'hifo' }))).toEqual(NOT_TOLD);
    expect(lines(ledgerOf([...LOTS, sale()], { method: 'lifo' }))).toEqual(NOT_TOLD);
  });

  it('is not flagged without an order, nor where the order takes the same lot', () => {
    expect(lines(ledgerOf([...LOTS, sale()]))).toEqual(['cheap 240']);
    expect(lines(ledgerOf([...LOTS, sale()], { elections: [hifo(undefined, { method: 'fifo' })] }))).toEqual([
      'cheap 240',
    ]);
    const only = LOTS.slice(0, 1);
    expect(lines(ledgerOf([...only, sale()], { elections: [hifo()] }))).toEqual(['cheap 240']);
  });

  it('divides the other gain over the slices of the sale', () => {
    const two = sale(NOON, { quantity: 2n });
    const third = purchaseOf('150', 'third', at('2026-02-01'), 1n, COIN, 'account');
    expect(lines(ledgerOf([...LOTS, third, two], { elections: [hifo()] }))).toEqual([
      'cheap 60 own -50 not_identified_to_broker',
      'dear -130 own -50 not_identified_to_broker',
    ]);
  });

  it('takes a lot selection that the broker had in time, and not one of own books', () => {
    const selected = (more: Partial<LotSelection>) =>
      lines(
        ledgerOf([...LOTS, sale(NOON, { selections: [{ lot: 'dear', quantity: null, ...more }] })], {
          method: 'specific_id',
        }),
      );
    expect(selected({ selectedAt: at(BOOKS) })).toEqual(NOT_TOLD);
    expect(selected({ communicatedAt: at('2027-02-01T12:00:01Z') })).toEqual(NOT_TOLD);
    expect(selected({ communicatedAt: at(NOON) })).toEqual(['dear 50']);
  });

  it('takes the lots of a standing order that the broker had in time', () => {
    const by = (...standing: StandingSelection[]) =>
      lines(ledgerOf([...LOTS, sale()], { method: 'specific_id', standing }));
    expect(by(order())).toEqual(NOT_TOLD);
    expect(by(order('2027-02-02'))).toEqual(NOT_TOLD);
    expect(by(order('2027-02-01'))).toEqual(['dear 50']);
    // The broker still has the order that own books replaced later.
    const replaced = order(undefined, {
      from: at('2027-01-01'),
      lots: [{ lot: 'cheap', quantity: null }],
    });
    expect(by(order('2027-01-01'), replaced)).toEqual(['dear 50 own 240 not_identified_to_broker']);
  });

  it('keeps what an order names when own books alone had it', () => {
    const standing = [order('2027-02-01T13:00Z')];
    const later = sale('2027-02-01T14:00Z', { transactionId: 'next', stem: 'next' });
    expect(lines(ledgerOf([...LOTS, sale(), later], { method: 'specific_id', standing }))).toEqual([
      ...NOT_TOLD,
      'dear 50',
    ]);
  });

  it('is one of the tax year of the report zone', () => {
    const lastSecond = (timezone: string, time: string) =>
      lines(ledgerOf([...LOTS, sale(time)], { elections: [hifo()], timezone }));
    expect(lastSecond('UTC', '2026-12-31T23:59:59Z')).toEqual(['dear 50']);
    expect(lastSecond('UTC', '2027-01-01T00:00:00Z')).toEqual(NOT_TOLD);
    expect(lastSecond('America/New_York', '2027-01-01T04:59:59Z')).toEqual(['dear 50']);
    expect(lastSecond('America/New_York', '2027-01-01T05:00:00Z')).toEqual(NOT_TOLD);
  });
});

describe('a transfer out of an account at a broker in 2027', () => {
  const moved = (ledger: Ledger): string[] => [
    ...ledger.lots
      .filter(({ remaining, wallet }) => remaining > 0n && wallet === 'cold')
      .map(({ transactionId }) => transactionId),
    ...ledger.movesNotIdentified.map(({ transactionId }) => `${transactionId} not identified`),
  ];

  it('takes the earliest lot, unless the broker was told of another', () => {
    expect(moved(ledgerOf([...LOTS, send()], { elections: [hifo()] }))).toEqual([
      'cheap',
      'send not identified',
    ]);
    expect(moved(ledgerOf([...LOTS, send()], { elections: [hifo('2027-01-02')] }))).toEqual(['dear']);
    expect(moved(ledgerOf([...LOTS, send()]))).toEqual(['cheap']);
  });

  it('takes a lot selection that the broker had', () => {
    const selected = (more: Partial<LotSelection>) =>
      moved(
        ledgerOf([...LOTS, send({ selections: [{ lot: 'dear', quantity: null, ...more }] })], {
          method: 'specific_id',
        }),
      );
    expect(selected({})).toEqual(['cheap', 'send not identified']);
    expect(selected({ communicatedAt: at(NOON) })).toEqual(['dear']);
  });

  it('leaves self-custody to own books', () => {
    const back = saleOf('360', 'back', at('2027-03-01'), 1n, COIN, 'cold');
    const both = [send(), send({ transactionId: 'second', stem: 'second' })];
    const elections = [hifo(undefined, { wallet: 'cold' })];
    expect(lines(ledgerOf([...LOTS, ...both, back], { elections }))).toEqual(['dear 50']);
  });
});

it('gives the same ledger in any order of arrival and in any division', () => {
  const third = purchaseOf('150', 'third', at('2027-01-10'), 1n, COIN, 'account');
  const next = sale('2027-02-02', { transactionId: 'next', stem: 'next' });
  const last = sale('2027-02-03', { transactionId: 'last', stem: 'last' });
  const events = [...LOTS, third, sale(), next, last];
  const options = { ...FIFO, brokerAccounts: ['account'], elections: [hifo('2027-02-02')] };
  const expected = [...NOT_TOLD, 'dear 50', 'third 210'];
  expect(lines(replay(events.toReversed(), options))).toEqual(expected);
  const session = new LedgerSession(options, 2);
  session.append([...LOTS, next]);
  session.append([last, third]);
  expect(lines(session.append([sale()]))).toEqual(expected);
});
