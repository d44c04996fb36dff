import { bought, coinOf, eventBase, FIFO, sold } from '../../../test/support/engine-events';
import { formatMoney } from '../kernel/units';
import { LedgerSession, replay, type Dispose, type Ledger, type LotSelection, type Move } from './index';

/** Lots that the taxpayer identifies, in time and late. @source tax-rules 4.3, 4.5; 26 CFR 1.1012-1(j) */
const COIN = coinOf('COIN', 0);
const at = (day: string) => Date.parse(day);
const buy = (id: string, day: string, cost: string, quantity = 1n) => ({
  ...eventBase(id, at(day), quantity, COIN),
  ...bought(cost),
});
const sell = (
  id: string,
  day: string,
  proceeds: string,
  selections: LotSelection[],
  quantity = 1n,
): Dispose => ({
  ...eventBase(id, at(day), quantity, COIN),
  ...sold(proceeds),
  selections,
});
const send = (day: string, selections: LotSelection[], quantity = 1n): Move => ({
  ...eventBase('move', at(day), quantity, COIN),
  kind: 'move',
  relation: 'transfer',
  toWallet: 'cold',
  toAsset: COIN,
  received: quantity,
  feeValue: null,
  selections,
});
const choose = (lot: string, selectedAt?: string, quantity: bigint | null = null): LotSelection => ({
  lot,
  quantity,
  ...(selectedAt === undefined ? {} : { selectedAt: at(selectedAt) }),
});

const SPECIFIC = { ...FIFO, method: 'specific_id' } as const;
const lines = ({ disposals, lots }: Ledger): string[] =>
  disposals.map((one) => {
    const lot = lots.find(({ id }) => id === one.lotId)?.transactionId ?? '';
    const identified = one.identifiedGain === null ? '' : ` identified ${formatMoney(one.identifiedGain)}`;
    return [`${one.quantity} of ${lot}: ${formatMoney(one.gain)}${identified}`, ...one.flags].join(' ');
  });

const FIRST = buy('first', '2025-01-01', '10');
const SECOND = buy('second', '2025-02-01', '70');

it('finds a chosen lot in rows that are not in order of time', () => {
  const sale = sell('s', '2025-03-01', '100', [choose('second')]);
  const expected = ['1 of second: 30'];
  expect(lines(replay([sale, SECOND, FIRST], SPECIFIC))).toEqual(expected);
  expect(lines(replay([SECOND, sale, FIRST], SPECIFIC))).toEqual(expected);
  const session = new LedgerSession(SPECIFIC);
  session.append([FIRST]);
  expect(lines(session.append([sale, SECOND]))).toEqual(expected);
});

describe('a selection after the sale', () => {
  it('does not apply: the first lot goes, with the gain that the selection would have given', () => {
    const sale = sell('s', '2025-03-01', '100', [choose('second', '2025-03-02')]);
    expect(lines(replay([FIRST, SECOND, sale], SPECIFIC))).toEqual([
      '1 of first: 90 identified 30 late_identification',
    ]);
  });

  it('applies when it was made at the moment of the sale', () => {
    const sale = sell('s', '2025-03-01', '100', [choose('second', '2025-03-01')]);
    expect(lines(replay([FIRST, SECOND, sale], SPECIFIC))).toEqual(['1 of second: 30']);
  });

  it('leaves the selections in time as they are', () => {
    const third = buy('third', '2025-02-02', '95');
    const sale = sell('s', '2025-03-01', '200', [choose('second'), choose('third', '2025-04-01')], 2n);
    expect(lines(replay([FIRST, SECOND, third, sale], SPECIFIC))).toEqual([
      '1 of second: 30 identified 17.5',
      '1 of first: 90 identified 17.5 late_identification',
    ]);
  });

  it('counts units beyond the lots as units without basis', () => {
    const sale = sell('s', '2025-03-01', '300', [choose('second', '2025-04-01')], 3n);
    expect(lines(replay([FIRST, SECOND, sale], SPECIFIC))).toEqual([
      '1 of first: 90 identified 73.333333333333333333 late_identification',
      '1 of second: 30 identified 73.333333333333333333 late_identification',
      '1 of s: 100 identified 73.333333333333333334 late_identification',
    ]);
  });

  it('must still name lots that exist', () => {
    const sale = sell('s', '2025-03-01', '100', [choose('other', '2025-04-01')]);
    expect(() => replay([FIRST, SECOND, sale], SPECIFIC)).toThrow('No such lot');
  });
});

describe('a selection for a transfer between own wallets', () => {
  const open = ({ lots }: Ledger): string[] =>
    lots
      .filter(({ remaining }) => remaining > 0n)
      .map(({ transactionId, wallet, remaining }) => `${remaining} of ${transactionId} in ${wallet}`);

  it('moves the chosen lots, then those of the method', () => {
    expect(open(replay([FIRST, SECOND, send('2025-03-01', [choose('second')])], SPECIFIC))).toEqual([
      '1 of first in w',
      '1 of second in cold',
    ]);
    const larger = buy('third', '2025-02-02', '95', 3n);
    const move = send('2025-03-01', [choose('third', undefined, 1n)], 2n);
    expect(open(replay([FIRST, larger, move], SPECIFIC))).toEqual([
      '2 of third in w',
      '1 of third in cold',
      '1 of first in cold',
    ]);
  });

  it('covers the units that are lost on the way', () => {
    const larger = buy('third', '2025-02-02', '30', 3n);
    const move = { ...send('2025-03-01', [choose('third', undefined, 3n)], 3n), received: 2n };
    const ledger = replay([FIRST, larger, { ...move, feeValue: 0n }], SPECIFIC);
    expect(open(ledger)).toEqual(['1 of first in w', '2 of third in cold']);
    expect(lines(ledger)).toEqual([`1 of third: -${formatMoney(10n * 10n ** 18n)}`]);
  });

  it('is refused when it is late', () => {
    const move = send('2025-03-01', [choose('second', '2025-03-02')]);
    expect(() => replay([FIRST, SECOND, move], SPECIFIC)).toThrow('at the time of the transfer');
  });
});
