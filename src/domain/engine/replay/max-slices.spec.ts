import { bought, coinOf, eventBase, FIFO, sold } from '../../../../test/support/engine-events';
import { LedgerSession, replay, type LedgerEvent } from '../index';

const COIN = coinOf('COIN', 4);
const base = (i: number, quantity: bigint) => eventBase(`t${i}`, Date.UTC(2024, 0, 1) + i, quantity, COIN);
const buy = (i: number): LedgerEvent => ({ ...base(i, 10n), ...bought('10') });
const sell = (i: number, quantity: bigint): LedgerEvent => ({ ...base(i, quantity), ...sold('12') });

const TEN = Array.from({ length: 10 }, (_, i) => buy(i));
const REFUSED = { code: 'PAYLOAD_TOO_LARGE', details: { limit_slices: 15 } };

describe('the limit of slices', () => {
  it('counts lots and slices of lots, and admits exactly so many', () => {
    expect(replay([...TEN, sell(10, 50n)], { ...FIFO, maxSlices: 15 }).disposals).toHaveLength(5);
    expect(() => replay([...TEN, sell(10, 51n)], { ...FIFO, maxSlices: 15 })).toThrow(
      expect.objectContaining(REFUSED),
    );
  });

  it('names the limit', () => {
    expect(() => replay([...TEN, sell(10, 100n)], { ...FIFO, maxSlices: 15 })).toThrow('more than 15 lots');
  });

  it('leaves a session as it was', () => {
    const session = new LedgerSession({ ...FIFO, maxSlices: 15 });
    session.append(TEN);
    expect(() => session.append([sell(10, 100n)])).toThrow(expect.objectContaining(REFUSED));
    const ledger = session.append([sell(11, 40n)]);
    expect([ledger.lots.length, ledger.disposals.length, session.size]).toEqual([10, 4, 11]);
  });

  it('leaves a session as it was when the events came late', () => {
    const session = new LedgerSession({ ...FIFO, maxSlices: 15 }, 4);
    session.append([...TEN, sell(20, 10n)]);
    expect(() => session.append([sell(5, 40n), sell(15, 40n)])).toThrow(expect.objectContaining(REFUSED));
    const ledger = session.append([sell(12, 20n)]);
    expect(ledger.disposals.map(({ transactionId }) => transactionId)).toEqual(['t12', 't12', 't20']);
  });
});
