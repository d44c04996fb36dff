import { replay } from '../engine';
import { formatMoney, formatUnits } from '../kernel/units';
import { withOwnTransfers } from './own-transfers';
import { postedEvents } from './posted-events';
import type { PostedRow } from './row';
import { FIFO } from '../../../test/support/engine-events';

const HOT = '0x00000000000000000000000000000000000000a1';
const COLD = '0x00000000000000000000000000000000000000B2';
const DAY = 86_400_000;

const row = (type: PostedRow['type'], day: number, more: Partial<PostedRow>): PostedRow => ({
  id: `${type}-${day}`,
  at: day * DAY,
  type,
  symbol: 'ETH',
  quantity: '1',
  wallet: HOT,
  ...more,
});
const buy = row('buy', 1, { quantity: '2', valueUsd: '200' });
const out = row('transfer_out', 2, { to: COLD, txHash: '0xh' });
const arrival = row('transfer_in', 2, { wallet: COLD, from: HOT, txHash: '0xh', quantity: '0.9' });

const ownTransfers = (rows: readonly PostedRow[], owned: readonly string[]) =>
  withOwnTransfers(rows, new Set(owned.map((one) => one.toLowerCase())));

const ledgerOf = (rows: readonly PostedRow[], owned: readonly string[]) => {
  const events = postedEvents(ownTransfers(rows, owned).rows);
  const { lots, disposals } = replay(events, FIFO);
  return {
    open: lots
      .filter(({ remaining }) => remaining > 0n)
      .map(
        (lot) => `${formatUnits(lot.remaining, 8)} for ${formatMoney(lot.cost)} in ${lot.wallet.slice(-2)}`,
      ),
    gone: disposals.map((one) => `${one.type} ${formatUnits(one.quantity, 8)} of ${one.wallet.slice(-2)}`),
  };
};

describe('transfers between wallets of one owner in a posted ledger', () => {
  it('are a spend and a lot of unknown basis while the owner is not known', () => {
    expect(ledgerOf([buy, out, arrival], [])).toEqual({
      open: ['1 for 100 in a1', '0.9 for 0 in b2'],
      gone: ['spend 1 of a1'],
    });
  });

  it('carry the lot when both ends are posted, and count units that did not arrive as a fee', () => {
    expect(ledgerOf([buy, out, arrival], [HOT, COLD])).toEqual({
      open: ['1 for 100 in a1', '0.9 for 90 in b2'],
      gone: ['fee 0.1 of a1'],
    });
  });

  describe('with a fee that the receiver pays in another coin', () => {
    const coins = row('buy', 1, { id: 'coins', symbol: 'BNB', quantity: '2', valueUsd: '60', wallet: COLD });
    const fee = { feeSymbol: 'BNB', feeQuantity: '0.5', feeUsd: '40' };
    const goneOf = (...ends: PostedRow[]) => ledgerOf([buy, coins, ...ends], [HOT, COLD]).gone;
    const whole = { ...arrival, quantity: '1' };

    it('dispose of these coins', () => {
      expect(goneOf(out, { ...whole, ...fee })).toEqual(['fee 0.5 of b2']);
      const apart = { ...whole, ...fee, txHash: undefined };
      expect(goneOf({ ...out, txHash: undefined }, apart)).toEqual(['fee 0.5 of b2']);
      expect(goneOf(out, { ...whole, ...fee }, { ...whole, ...fee })).toEqual(['fee 0.5 of b2']);
    });

    it('are those of the receiver, also where the sender posts nothing', () => {
      expect(goneOf({ ...whole, ...fee })).toEqual(['fee 0.5 of b2']);
    });

    it('count it once when both ends state it and more arrived than left', () => {
      const more = { ...arrival, ...fee, quantity: '3' };
      expect(goneOf({ ...out, ...fee }, more)).toEqual(['fee 0.5 of a1']);
      expect(goneOf(out, more)).toEqual(['fee 0.5 of b2']);
    });

    it('count it once when both ends state it', () => {
      expect(goneOf({ ...out, ...fee }, { ...whole, ...fee })).toEqual(['fee 0.5 of a1']);
      const [sent, received] = [out, whole].map((end) => ({ ...end, ...fee, txHash: undefined }));
      expect(sent && received && goneOf(sent, received)).toEqual(['fee 0.5 of a1']);
    });

    it('count units of the coin that moved by what did not arrive', () => {
      const own = { feeSymbol: 'ETH', feeQuantity: '0.1' };
      expect(goneOf(out, { ...arrival, ...own })).toEqual(['fee 0.1 of a1']);
    });
  });

  it.each([
    ['the sender', [buy, out], ['1 for 100 in a1', '1 for 100 in b2']],
    ['the receiver', [buy, arrival], ['1.1 for 110 in a1', '0.9 for 90 in b2']],
  ])('carry the lot when only %s reports it', (_name, rows, open) => {
    expect(ledgerOf(rows, [HOT, COLD])).toEqual({ open, gone: [] });
  });

  it('do not take the arrival of something else for theirs', () => {
    const other = { ...arrival, id: 'other', symbol: 'USDC', from: undefined };
    expect(ledgerOf([buy, out, other], [COLD]).open).toEqual([
      '1 for 100 in a1',
      '1 for 100 in b2',
      '0.9 for 0 in b2',
    ]);
  });

  describe('that one transaction made, recorded by both wallets', () => {
    const OWNED = [HOT, COLD];
    const bought = row('buy', 1, { quantity: '3', valueUsd: '3000' });
    const outs = (...amounts: string[]) =>
      amounts.map((quantity, i) => ({ ...out, id: `out ${i}`, quantity, valueUsd: '1000' }));
    const arrivals = (...amounts: string[]) =>
      amounts.map((quantity, i) => ({ ...arrival, id: `in ${i}`, quantity }));
    const ALL = { open: ['1 for 1000 in b2', '2 for 2000 in b2'], gone: [] };

    it.each([
      [['1', '2'], ['2', '1'], ALL],
      [['1', '2'], ['1', '2'], ALL],
      [['2', '1'], ['1', '2'], { ...ALL, open: ALL.open.toReversed() }],
      [['1', '2'], ['3'], ALL],
      [['3'], ['1', '2'], { open: ['3 for 3000 in b2'], gone: [] }],
      [
        ['1', '1'],
        ['1', '1'],
        { open: ['1 for 1000 in a1', '1 for 1000 in b2', '1 for 1000 in b2'], gone: [] },
      ],
      [
        ['1', '2'],
        ['1.9', '0.9'],
        { open: ['0.9 for 900 in b2', '1.9 for 1900 in b2'], gone: ['fee 0.1 of a1', 'fee 0.1 of a1'] },
      ],
      [['1', '2'], ['2.9'], { open: ['1 for 1000 in b2', '1.9 for 1900 in b2'], gone: ['fee 0.1 of a1'] }],
      [['1', '2'], ['2'], ALL],
      // More arrived than left: the rest is of unknown origin.
      [['3'], ['3.00000001'], { open: ['3 for 3000 in b2', '0.00000001 for 0 in b2'], gone: [] }],
      [['3'], ['3', '1'], { open: ['3 for 3000 in b2', '1 for 0 in b2'], gone: [] }],
    ])('move once: out %j, in %j', (sent, received, ledger) => {
      for (const from of [HOT, undefined]) {
        const rows = [bought, ...outs(...sent), ...arrivals(...received).map((one) => ({ ...one, from }))];
        expect(ledgerOf(rows, OWNED)).toEqual(ledger);
        // A repeated row counts once.
        expect(ledgerOf([...rows, ...rows.slice(1).reverse()], OWNED)).toEqual(ledger);
      }
    });

    it('are two transfers when another own wallet sent the second one', () => {
      const WARM = '0x00000000000000000000000000000000000000c3';
      const earlier = row('buy', 1, { id: 'warm', wallet: WARM, valueUsd: '10' });
      const [first = arrival, second = arrival] = arrivals('1', '1');
      const rows = [bought, earlier, ...outs('1'), { ...first, from: WARM }, second];
      expect(ledgerOf(rows, [...OWNED, WARM])).toEqual({
        open: ['2 for 2000 in a1', '1 for 1000 in b2', '1 for 10 in b2'],
        gone: [],
      });
    });
  });

  describe('recorded by both wallets without a hash', () => {
    const MINUTE = 60_000;
    const sent = row('transfer_out', 2, { to: COLD });
    const received = row('transfer_in', 2, {
      wallet: COLD.toLowerCase(),
      from: HOT,
      at: 2 * DAY + 9 * MINUTE,
    });
    const OWNED = [HOT, COLD];

    it('move once, in any case of the addresses', () => {
      expect(ledgerOf([buy, sent, received], OWNED)).toEqual({
        open: ['1 for 100 in a1', '1 for 100 in b2'],
        gone: [],
      });
      expect(ownTransfers([buy, sent, received], OWNED).ambiguous).toEqual([]);
    });

    it('count units that did not arrive as a fee', () => {
      expect(ledgerOf([buy, sent, { ...received, quantity: '0.99' }], OWNED)).toEqual({
        open: ['1 for 100 in a1', '0.99 for 99 in b2'],
        gone: ['fee 0.01 of a1'],
      });
    });

    it('move once when only one end names the other', () => {
      const open = ['1 for 100 in a1', '1 for 100 in b2'];
      expect(ledgerOf([buy, sent, { ...received, from: undefined }], OWNED).open).toEqual(open);
      expect(ledgerOf([buy, { ...sent, to: undefined }, received], OWNED).open).toEqual(open);
    });

    it('are two transfers when the amounts, the days or the hashes differ', () => {
      const open = ({ open: lots }: ReturnType<typeof ledgerOf>) => lots.length;
      for (const other of [
        { ...received, quantity: '0.5' },
        { ...received, at: 4 * DAY },
        { ...received, txHash: '0xother' },
      ])
        expect(open(ledgerOf([buy, { ...sent, txHash: '0xh' }, other], OWNED))).toBeGreaterThanOrEqual(2);
      const later = { ...received, at: 4 * DAY };
      expect(ledgerOf([buy, sent, later], OWNED).open).toEqual(['1 for 100 in b2', '1 for 100 in b2']);
    });

    it('are reported, and each end moves at most once, when they match in several ways', () => {
      const rows = [
        buy,
        sent,
        { ...sent, id: 'sent 2', at: 2 * DAY + MINUTE },
        received,
        { ...received, id: 'received 2', at: 2 * DAY + 12 * MINUTE },
      ];
      expect(ledgerOf(rows, OWNED)).toEqual({ open: ['1 for 100 in b2', '1 for 100 in b2'], gone: [] });
      const pairs = ownTransfers(rows, OWNED).ambiguous.map((match) => match.in.transactionId);
      expect(pairs.toSorted()).toEqual(['received 2', 'received 2', 'transfer_in-2', 'transfer_in-2']);
    });

    const WARM = '0x00000000000000000000000000000000000000c3';
    const ALL = [HOT, COLD, WARM];
    const start = 2 * DAY;
    /** @param names which end names the other */
    const told = (
      n: number,
      [from, to]: [string, string],
      [sent, received]: [number, number],
      names: 'both' | 'out' | 'in',
    ): PostedRow[] => [
      row('transfer_out', 2, {
        ...{ id: `out ${n}`, wallet: from, at: start + sent * 1_000 },
        to: names === 'in' ? undefined : to,
      }),
      row('transfer_in', 2, {
        ...{ id: `in ${n}`, wallet: to, at: start + received * 1_000 },
        from: names === 'out' ? undefined : from,
      }),
    ];
    const bought = ALL.map((wallet, i) =>
      row('buy', 1, { id: `buy ${i}`, wallet, quantity: '1000', valueUsd: '1000' }),
    );
    const heldBy = (rows: readonly PostedRow[]) => {
      const { open, gone } = ledgerOf([...bought, ...rows], ALL);
      const sums = ALL.map((wallet) =>
        open
          .filter((lot) => lot.endsWith(wallet.slice(-2).toLowerCase()))
          .reduce((sum, lot) => sum + Number(lot.split(' ')[0]), 0),
      );
      return [...sums, gone.length, open.filter((lot) => lot.includes('for 0 in')).length];
    };

    it.each<[string, PostedRow[], number[]]>([
      [
        'where the likeliest pair is of two transfers',
        [...told(1, [COLD, HOT], [0, 29], 'out'), ...told(2, [COLD, HOT], [8, 14], 'in')],
        [1002, 998, 1000],
      ],
      [
        'where an end names another own wallet',
        [...told(1, [HOT, COLD], [0, 18], 'both'), ...told(2, [HOT, WARM], [9, 33], 'out')],
        [998, 1001, 1001],
      ],
      [
        'over a wallet in between',
        [...told(1, [COLD, WARM], [0, 27], 'both'), ...told(2, [WARM, COLD], [5, 9], 'out')],
        [1000, 1000, 1000],
      ],
      [
        'to one wallet from two',
        [...told(1, [COLD, WARM], [0, 19], 'in'), ...told(2, [HOT, WARM], [20, 41], 'both')],
        [999, 999, 1002],
      ],
      [
        'six hundred times',
        Array.from({ length: 600 }, (_, n) => told(n, [HOT, COLD], [n, n + 3], 'both')).flat(),
        [400, 1600, 1000],
      ],
    ])('of the same amount, seconds apart, move once each: %s', (_name, rows, held) => {
      expect(heldBy(rows)).toEqual([...held, 0, 0]);
    });
  });
});
