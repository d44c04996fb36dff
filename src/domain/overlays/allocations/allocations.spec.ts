import { buy, ETH, ledgerOf, sell } from '../../../../test/forms/ledgers';
import { FIFO } from '../../../../test/support/engine-events';
import type { LedgerEvent } from '../../engine';
import { formatMoney, formatUnits, money, toUnits } from '../../kernel/units';
import { globalAllocation, sharedPools, withAllocations } from './allocations';
import { TAXPAYER, type AllocatedLot, type AllocationEntry } from '../manual-entry';
import { firstOutflow, openingLedger } from './opening-ledger';

const [A, B, C] = ['a', 'b', 'c'] as const;
const NEW_YEAR = Date.parse('2025-01-01T00:00Z');
const units = (text: string) => toUnits(text, ETH.decimals);
const lot = (wallet: string, quantity: string, cost: string, on: string): AllocatedLot => ({
  wallet,
  quantity: units(quantity),
  cost: money(cost),
  acquiredAt: Date.parse(on),
});
const entryOf = (lots: AllocatedLot[], more: Partial<AllocationEntry> = {}): AllocationEntry => ({
  kind: 'basis_allocation',
  wallet: TAXPAYER,
  id: 'allocation',
  assetId: ETH.id,
  asset: ETH,
  method: 'specific_unit',
  pool: 'per_wallet',
  at: NEW_YEAR,
  recordedAt: 0,
  wallets: [A, B],
  lots,
  ...more,
});

/** A holds 1 of 100 and 1 of 300; B holds 1 of 900. B sold 1 (of its first purchase, 500) in 2024. */
const HISTORY = (): LedgerEvent[] => [
  buy('1', '100', '2020-01-01T00:00Z', { wallet: A }),
  buy('1', '300', '2021-01-01T00:00Z', { wallet: A }),
  buy('1', '500', '2022-01-01T00:00Z', { wallet: B }),
  buy('1', '900', '2023-01-01T00:00Z', { wallet: B }),
  sell('1', '1000', '2024-06-01T00:00Z', { wallet: B }),
  sell('1', '1000', '2025-06-01T00:00Z', { wallet: B }),
];
const booked = (entry: AllocationEntry, events = HISTORY()) =>
  ledgerOf(withAllocations(events, [entry]), { sharedPools: sharedPools([entry]) });
const basesOf = (ledger: ReturnType<typeof ledgerOf>) =>
  ledger.disposals.map(({ costBasis }) => formatMoney(costBasis));

describe('an allocation', () => {
  it('decides which basis the sales of 2025 use, and leaves those before as they are', () => {
    expect(basesOf(ledgerOf(HISTORY()))).toEqual(['500', '900']);
    const entry = entryOf([
      lot(A, '1', '900', '2023-01-01'),
      lot(A, '1', '300', '2021-01-01'),
      lot(B, '1', '100', '2020-01-01'),
    ]);
    const ledger = booked(entry);
    expect(basesOf(ledger)).toEqual(['500', '100']);
    expect(ledger.disposals.map(({ isLongTerm }) => isLongTerm)).toEqual([true, true]);
    const open = ledger.lots.filter(({ remaining }) => remaining > 0n);
    expect(open.map(({ wallet, cost, source }) => [wallet, formatMoney(cost), source])).toEqual([
      [A, '900', 'manual'],
      [A, '300', 'manual'],
    ]);
    // No units are lost or made: what ended with the allocation is linked.
    const ended = ledger.links.filter(({ relation }) => relation === 'allocation');
    expect(ended.map(({ cost }) => formatMoney(cost))).toEqual(['100', '300', '900']);
  });

  it('computes the years before from one pool of all wallets when they were filed so', () => {
    const lots = [lot(A, '2', '1200', '2022-01-01'), lot(B, '1', '500', '2022-01-01')];
    const ledger = booked(entryOf(lots, { pool: 'universal' }));
    // The sale of B in 2024 takes the oldest units of all: those of A, for 100.
    expect(basesOf(ledger)).toEqual(['100', '500']);
    expect(ledger.disposals.map(({ wallet }) => wallet)).toEqual([B, B]);
  });

  it('moves no units between wallets of one pool', () => {
    const events: LedgerEvent[] = [
      buy('1', '100', '2020-01-01T00:00Z', { wallet: A }),
      {
        ...buy('1', '0', '2021-01-01T00:00Z', { wallet: A }),
        kind: 'move',
        relation: 'transfer',
        toWallet: B,
        toAsset: ETH,
        received: units('1'),
        feeValue: 0n,
      },
      sell('1', '400', '2024-02-01T00:00Z', { wallet: B }),
    ];
    const ledger = booked(entryOf([], { pool: 'universal' }), events);
    expect(basesOf(ledger)).toEqual(['100']);
    expect(ledger.issues).toEqual([]);
  });

  it('is the opening position of a wallet without earlier history', () => {
    const entry = entryOf([lot(C, '2', '50', '2019-05-05')], { wallets: [C] });
    const ledger = booked(entry, [sell('1', '80', '2026-01-02T00:00Z', { wallet: C })]);
    expect(basesOf(ledger)).toEqual(['25']);
    expect(ledger.issues).toEqual([]);
  });

  it('leaves the wallets alone that are not read', () => {
    const entry = entryOf([lot(A, '2', '400', '2020-01-01'), lot(B, '1', '900', '2023-01-01')]);
    const own = HISTORY().filter(({ wallet }) => wallet === B);
    const ledger = ledgerOf(withAllocations(own, [entry], new Set([B])));
    expect(new Set(ledger.lots.map(({ wallet }) => wallet))).toEqual(new Set([B]));
    expect(basesOf(ledger)).toEqual(['500', '900']);
  });
});

describe('the ledger at the start of 2025', () => {
  it('hold the units of each wallet, and the unused basis of the pool', () => {
    const entry = entryOf([], { pool: 'universal' });
    const opening = openingLedger(HISTORY(), entry, { ...FIFO, sharedPools: sharedPools([entry]) });
    expect([...opening.held].map(([wallet, held]) => [wallet, formatUnits(held, 18)])).toEqual([
      [A, '2'],
      [B, '1'],
    ]);
    expect(opening.unused.map(({ cost }) => formatMoney(cost))).toEqual(['300', '500', '900']);
    expect(formatMoney(opening.cost)).toBe('1700');
    expect([...opening.known]).toEqual([A, B]);
    expect(opening.untracked).toBe(0n);
    expect(formatMoney(openingLedger(HISTORY(), entry, FIFO).cost)).toBe('1300');
  });

  it('are used by the first outflow from then on', () => {
    const place = { assetId: ETH.id, at: NEW_YEAR, wallets: [A, B] };
    expect(firstOutflow(HISTORY(), place)).toBe(Date.parse('2025-06-01T00:00Z'));
    expect(firstOutflow(HISTORY(), { ...place, wallets: [A] })).toBeNull();
  });
});

describe('a global allocation', () => {
  const unused = [
    { quantity: units('1'), cost: money('300'), acquiredAt: 2 },
    { quantity: units('3'), cost: money('100'), acquiredAt: 1 },
    { quantity: units('1'), cost: money('900'), acquiredAt: 3 },
  ];
  const shown = (order: Parameters<typeof globalAllocation>[1]) =>
    globalAllocation(unused, order, [
      [A, units('2')],
      [B, units('3')],
    ]).map(({ wallet, quantity, cost }) => [wallet, formatUnits(quantity, 18), formatMoney(cost)].join(' '));

  it('gives the first units of its order to the first wallet', () => {
    expect(shown('highest_cost_first')).toEqual(['a 1 900', 'a 1 300', 'b 3 100']);
    expect(shown('earliest_first')).toEqual([
      'a 2 66.666666666666666666',
      'b 1 33.333333333333333334',
      'b 1 300',
      'b 1 900',
    ]);
    expect(shown('latest_first')[0]).toBe('a 1 900');
    expect(shown('lowest_cost_first')[0]).toBe('a 2 66.666666666666666666');
  });
});

describe('a global allocation of the basis in the ledger', () => {
  const DONATED = Date.parse('2015-05-05T00:00Z');
  const gift = buy('2', '2000', '2024-12-01T00:00Z', {
    wallet: A,
    source: 'manual',
    acquiredAt: DONATED,
    lossBasis: money('1200'),
  });
  const inherited = buy('2', '2000', '2024-12-01T00:00Z', { wallet: A, source: 'manual', inherited: true });
  const sent: LedgerEvent = {
    ...buy('1', '0', '2024-12-15T00:00Z', { wallet: A }),
    kind: 'move',
    relation: 'transfer',
    toWallet: B,
    toAsset: ETH,
    received: units('1'),
    feeValue: null,
  };
  const allocated = (events: readonly LedgerEvent[]): LedgerEvent[] => {
    const { unused, held } = openingLedger(events, { assetId: ETH.id, at: NEW_YEAR }, FIFO);
    const lots = globalAllocation(unused, 'earliest_first', [...held]);
    return [...withAllocations(events, [entryOf(lots, { method: 'global' })])];
  };
  const salesOf = (events: readonly LedgerEvent[]) =>
    ledgerOf(events).disposals.map((one) => [
      formatMoney(one.gain),
      one.isLongTerm,
      one.isInherited,
      one.acquiredAt === null ? null : new Date(one.acquiredAt).toISOString().slice(0, 10),
      one.valueStatus,
    ]);

  it.each([
    ['a gift', '500', [['-100', false, false, '2024-12-01', 'known']], gift],
    ['a gift', '700', [['0', true, false, '2015-05-05', 'known']], gift],
    ['a gift', '1100', [['100', true, false, '2015-05-05', 'known']], gift],
    ['inherited units', '1500', [['500', true, true, '2024-12-01', 'known']], inherited],
  ])('leaves the sale of %s for %s as it is', (_, proceeds, rows, lots) => {
    for (const wallet of [A, B]) {
      const events = [lots, sent, sell('1', proceeds, '2025-03-01T00:00Z', { wallet })];
      expect(salesOf(events)).toEqual(rows);
      expect(salesOf(allocated(events))).toEqual(rows);
    }
  });

  describe('after a wash sale', () => {
    const WASH = { ...FIFO, washSales: true } as const;
    const on = (day: string) => `${day}T12:00Z`;
    /** Held from March on; sold at a loss and bought again: the replacement is held from March on too. */
    const washed = (left: string): LedgerEvent[] => [
      buy('1', '1000', on('2024-03-01'), { wallet: A }),
      sell('1', '600', on('2024-11-20'), { wallet: A }),
      buy('1', '500', on('2024-12-10'), { wallet: A, orderId: 'first' }),
      buy('1', '800', on('2024-12-20'), { wallet: A, orderId: 'second' }),
      sell(left, '550', on('2025-03-20'), { wallet: A }),
    ];
    const both = (events: readonly LedgerEvent[]) => {
      const opening = openingLedger(events, { assetId: ETH.id, at: NEW_YEAR }, WASH);
      const lots = globalAllocation(opening.unused, 'earliest_first', [...opening.held]);
      const entry = entryOf(lots, { method: 'global' });
      return [events, withAllocations(events, [entry])].map((each) => ledgerOf(each, WASH));
    };
    const sales = (ledger: ReturnType<typeof ledgerOf>) =>
      ledger.disposals.map((one) =>
        [
          formatUnits(one.quantity, 18),
          formatMoney(one.gain),
          formatMoney(one.washSaleDisallowed),
          one.isLongTerm,
        ].join(' '),
      );

    it('keeps the holding period of the replacement, and units that replace nothing more', () => {
      const [without, allocated] = both(washed('1'));
      expect(without && sales(without)).toEqual(['1 -400 400 false', '1 -350 0 false']);
      expect(allocated && sales(allocated)).toEqual(without && sales(without));
      const late = [...washed('1').slice(0, 4), sell('1', '550', on('2025-04-01'), { wallet: A })];
      const [before, after] = both(late);
      expect(before && sales(before)).toEqual(['1 -400 400 false', '1 -350 0 true']);
      expect(after && sales(after)).toEqual(before && sales(before));
    });

    it('keeps purchases that replace a loss of the new year, and no units of the same purchase', () => {
      const events = [
        buy('2', '2000', on('2024-12-10'), { wallet: A, orderId: 'first' }),
        buy('1', '800', on('2024-12-20'), { wallet: B, orderId: 'second' }),
        sell('1', '600', on('2025-01-05'), { wallet: A }),
        sell('1', '600', on('2025-01-06'), { wallet: A }),
      ];
      const [without, allocated] = both(events);
      expect(without && sales(without)).toEqual(['1 -400 400 false', '1 -400 0 false']);
      expect(allocated && sales(allocated)).toEqual(without && sales(without));
    });

    it('keeps units of one lot apart whose holding periods differ', () => {
      const events = [
        buy('1', '1000', on('2023-12-20'), { wallet: A }),
        buy('1', '1000', on('2024-03-01'), { wallet: A }),
        sell('1', '600', on('2024-11-20'), { wallet: A }),
        sell('1', '600', on('2024-11-21'), { wallet: A }),
        buy('2', '1000', on('2024-12-10'), { wallet: A }),
        sell('2', '1500', on('2025-02-01'), { wallet: A }),
      ];
      const [without, allocated] = both(events);
      expect(without && sales(without).slice(2)).toEqual(['1 -150 0 true', '1 -150 0 false']);
      expect(allocated && sales(allocated)).toEqual(without && sales(without));
    });
  });

  it('divides both bases of a gift between wallets, to the last digit', () => {
    const donated = {
      ...gift,
      quantity: units('3'),
      cost: money('100'),
      lossBasis: money('50'),
    } as LedgerEvent;
    const { unused } = openingLedger([donated], { assetId: ETH.id, at: NEW_YEAR }, FIFO);
    const held = [A, B, C].map((wallet) => [wallet, units('1')] as const);
    const lots = globalAllocation(unused, 'earliest_first', held);
    expect(lots.map(({ cost, lossBasis }) => [formatMoney(cost), formatMoney(lossBasis ?? 0n)])).toEqual([
      ['33.333333333333333333', '16.666666666666666666'],
      ['33.333333333333333333', '16.666666666666666667'],
      ['33.333333333333333334', '16.666666666666666667'],
    ]);
    expect(lots.map(({ givenAt }) => givenAt)).toEqual(held.map(() => gift.at));
  });

  it('is not possible while units have no known value: they are counted', () => {
    const airdrop = buy('1', '0', '2024-12-01T00:00Z', {
      wallet: A,
      cost: null,
      source: 'income',
      incomeType: 'airdrop',
    });
    const opening = openingLedger([gift, airdrop], { assetId: ETH.id, at: NEW_YEAR }, FIFO);
    expect([opening.unvalued, opening.untracked]).toEqual([units('1'), 0n]);
  });
});
