import { coinOf, FIFO, purchaseOf, saleOf } from '../../../../test/support/engine-events';
import { replay, type LedgerEvent } from '../../engine';
import { formatMoney, money } from '../../kernel/units';
import type { Leg, WalletTransaction } from '../../chain/facts/wallet-transaction';
import { salesOf, unsettledIn } from './unsettled';

const COIN = coinOf('COIN', 2);
const AT = Date.UTC(2024, 5, 1);

const tx = (id: string, more: Partial<WalletTransaction>, legs: Partial<Leg>[] = []): WalletTransaction =>
  ({
    ...{ id, chain: 'ethereum', hash: `0x${id}`, wallet: 'w', at: AT, type: 'wrap', succeeded: true },
    ...{ isSpam: false, fee: null, flags: ['classification_uncertain'], ...more },
    legs: legs.map((leg, index) => ({ index, asset: COIN, isInternal: false, valueUsd: null, ...leg })),
  }) as unknown as WalletTransaction;

const listed = (transactions: WalletTransaction[], events: LedgerEvent[] = []): string[] =>
  unsettledIn(replay(events, FIFO), transactions).map(({ cause, transactionId, value, isReceipt }) =>
    [
      cause,
      transactionId,
      value === null ? 'unknown' : formatMoney(value),
      ...(isReceipt ? ['in'] : []),
    ].join(' '),
  );

const out = (value: string): Partial<Leg> => ({ direction: 'out', valueUsd: money(value) });
const into = (value: string | null): Partial<Leg> => ({
  direction: 'in',
  valueUsd: value === null ? null : money(value),
});

describe('transactions of an uncertain type beside the rows of forms', () => {
  it('have at most the value of what moved as their effect', () => {
    expect(
      listed([
        tx('carried', {}, [out('90'), into('100')]),
        tx('unpriced', {}, [into(null)]),
        tx('dust', {}, [into('1')]),
        tx('nothing', { type: 'unknown', flags: [] }),
        tx('unread', { type: 'unknown', flags: ['history_incomplete'] }),
        tx('spam', { isSpam: true }, [into('50')]),
        tx('failed', { succeeded: false }, [out('50')]),
        tx('certain', { flags: [] }, [out('50')]),
      ]),
    ).toEqual([
      'uncertain_type carried 100',
      'uncertain_type unpriced unknown',
      'uncertain_type unread unknown',
    ]);
  });

  it('are not listed where a gain shows the effect, unless they are not plausible', () => {
    const sale = {
      ...saleOf('90', 'sold', AT, 100n, COIN),
      flags: ['classification_uncertain'],
    } as LedgerEvent;
    const events = [purchaseOf('80', 'b', AT - 1, 100n, COIN), sale];
    const sold = tx('sold', { type: 'swap' }, [out('90')]);
    expect(listed([sold], events)).toEqual([]);
    const doubt = { reason: 'lopsided', effect: money('40'), isMark: true } as const;
    expect(listed([{ ...sold, doubt }], events)).toEqual(['uncertain_type sold 40']);
    const [bought] = unsettledIn(replay(events, FIFO), [tx('b', { doubt })]);
    expect(bought?.lotIds).toHaveLength(1);
    expect(listed([{ ...sold, doubt: { ...doubt, reason: 'income_like_principal' } }], events)).toEqual([
      'uncertain_type sold 40 in',
    ]);
  });

  it('touch the years in which their units are sold', () => {
    const ledger = replay(
      [purchaseOf('80', 'b', AT - 1, 100n, COIN), saleOf('90', 's', AT, 100n, COIN)],
      FIFO,
    );
    expect([...salesOf(ledger, new Set(['b']))]).toEqual([['b', [AT]]]);
    expect(salesOf(ledger, new Set(['s'])).size).toBe(0);
  });
});
