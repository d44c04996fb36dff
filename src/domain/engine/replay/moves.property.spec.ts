import fc from 'fast-check';
import { HOUR_MS } from '../../kernel/durations';
import { bought, coinOf, eventBase, FIFO, sold } from '../../../../test/support/engine-events';
import { LedgerSession, METHODS, replay, type Ledger, type LedgerEvent, type Move } from '../index';

const COIN = coinOf('COIN', 4);
const WALLETS = ['a', 'b', 'c'] as const;

const base = (i: number, quantity: bigint, wallet: string) =>
  eventBase(`t${i}`, Date.UTC(2024, 0, 1) + i * HOUR_MS, quantity, COIN, wallet);
const buy = (i: number, quantity: bigint, wallet: string): LedgerEvent => ({
  ...base(i, quantity, wallet),
  ...bought(String(100 + (i % 7))),
});
const move = (i: number, quantity: bigint, wallet: string, toWallet: string): Move => ({
  ...base(i, quantity, wallet),
  kind: 'move',
  relation: 'transfer',
  toWallet,
  toAsset: COIN,
  received: quantity,
  feeValue: 0n,
});

type Step = { kind: 'buy' | 'sell' | 'all' | 'some'; wallet: number; to: number; part: number };
const steps = fc.array(
  fc.record({
    kind: fc.constantFrom('buy', 'sell', 'all', 'all', 'all', 'some', 'some'),
    wallet: fc.nat({ max: 2 }),
    to: fc.nat({ max: 1 }),
    part: fc.integer({ min: 1, max: 99 }),
  }),
  { minLength: 60, maxLength: 120, size: 'max' },
);

/** The same by a list of units per wallet, in base units: which purchase each unit belongs to. */
function unitsOf(given: readonly Step[]): { events: LedgerEvent[]; sales: string[]; held: string[] } {
  const pools: Record<string, string[]> = { a: [], b: [], c: [] };
  const events: LedgerEvent[] = [];
  const sales: string[] = [];
  given.forEach(({ kind, wallet, to, part }, i) => {
    const from = WALLETS[wallet] ?? 'a';
    const pool = pools[from] ?? [];
    const target = WALLETS.filter((one) => one !== from)[to] ?? 'b';
    const units = kind === 'all' ? pool.length : Math.ceil((pool.length * part) / 100);
    const taken = pool.slice(0, units);
    if (kind === 'buy' || units === 0) {
      events.push(buy(i, BigInt(part), from));
      pools[from] = [...pool, ...Array.from({ length: part }, () => `t${i}`)];
    } else if (kind === 'sell') {
      events.push({ ...base(i, BigInt(units), from), ...sold('50') });
      sales.push(...taken.map((unit) => `t${i} ${unit}`));
    } else {
      events.push(move(i, BigInt(units), from, target));
      pools[target] = [...(pools[target] ?? []), ...taken].sort(
        (a, b) => Number(a.slice(1)) - Number(b.slice(1)),
      );
    }
    // A purchase adds to the end, and is never older than what is there.
    if (kind !== 'buy' && units > 0) pools[from] = pool.slice(units);
  });
  const held = WALLETS.flatMap((wallet) => (pools[wallet] ?? []).map((unit) => `${wallet} ${unit}`));
  return { events, sales, held };
}

const counted = (texts: readonly string[]): Map<string, bigint> => {
  const counts = new Map<string, bigint>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0n) + 1n);
  return counts;
};
const summed = (rows: readonly (readonly [string, bigint])[]): Map<string, bigint> => {
  const sums = new Map<string, bigint>();
  for (const [key, units] of rows) if (units > 0n) sums.set(key, (sums.get(key) ?? 0n) + units);
  return sums;
};
const sum = (values: readonly bigint[]): bigint => values.reduce((total, value) => total + value, 0n);
const text = ({ lots, disposals, links }: Ledger): string =>
  [
    ...lots.map((lot) => [lot.id, lot.wallet, lot.receivedAt, lot.remaining, lot.cost, lot.txHash]),
    ...disposals.map((slice) => [slice.id, slice.lotId, slice.quantity, slice.costBasis, slice.wallet]),
    ...links.map((link) => [link.id, link.quantity, link.cost]),
  ].join('\n');

describe('lots that move many times', () => {
  it('are the same units as in a list of single units', () => {
    fc.assert(
      fc.property(steps, (given) => {
        const { events, sales, held } = unitsOf(given);
        const { lots, disposals } = replay(events, FIFO);
        const roots = new Map(lots.map((lot) => [lot.id, lot.transactionId]));
        expect(
          summed(
            disposals.map((one) => [`${one.transactionId} ${roots.get(one.lotId) ?? ''}`, one.quantity]),
          ),
        ).toEqual(counted(sales));
        expect(summed(lots.map((lot) => [`${lot.wallet} ${lot.transactionId}`, lot.remaining]))).toEqual(
          counted(held),
        );
      }),
      { numRuns: 150 },
    );
  });

  it('keep all basis, have ids of their own and reach an acquisition, under every method', () => {
    fc.assert(
      fc.property(steps, fc.constantFrom(...Object.keys(METHODS)), (given, name) => {
        const { events } = unitsOf(given);
        const method = name as keyof typeof METHODS;
        const { lots, disposals } = replay(events, { ...FIFO, method });
        const paid = sum(events.map((event) => (event.kind === 'acquire' ? (event.cost ?? 0n) : 0n)));
        expect(sum(lots.map(({ cost }) => cost)) + sum(disposals.map((one) => one.costBasis))).toBe(paid);
        expect(new Set(lots.map(({ id }) => id)).size).toBe(lots.length);
        expect(new Set(disposals.map(({ id }) => id)).size).toBe(disposals.length);
        const known = new Set(lots.map(({ id }) => id));
        for (const { parentId, source } of lots)
          expect(parentId === null ? source === 'purchase' : known.has(parentId)).toBe(true);
      }),
      { numRuns: 100 },
    );
  });

  it('give the same ledger in any order of arrival, entered at once or in parts', () => {
    fc.assert(
      fc.property(steps, fc.nat({ max: 119 }), (given, cut) => {
        const { events } = unitsOf(given);
        const shuffled = [...events.slice(cut), ...events.slice(0, cut)];
        const session = new LedgerSession(FIFO, 16);
        session.append(shuffled.slice(0, 20));
        expect(text(session.append(shuffled.slice(20)))).toBe(text(replay(events, FIFO)));
      }),
      { numRuns: 100 },
    );
  });

  it('change nothing but the place from the ninth move on', () => {
    const moves = (count: number) =>
      Array.from({ length: count }, (_, i) => move(i + 1, 5n, i % 2 ? 'b' : 'a', i % 2 ? 'a' : 'b'));
    const lotsAfter = (count: number) => replay([buy(0, 5n, 'a'), ...moves(count)], FIFO).lots;
    expect([7, 8, 9, 30].map((count) => lotsAfter(count).length)).toEqual([8, 9, 9, 9]);
    const last = lotsAfter(31).at(-1);
    expect(last).toMatchObject({ wallet: 'b', source: 'transfer_in', transactionId: 't0', remaining: 5n });
    expect(last?.receivedAt).toBe(Date.UTC(2024, 0, 1) + 31 * HOUR_MS);
    expect(last?.id).toBe(lotsAfter(8).at(-1)?.id);
  });
});

describe('a pile of lots', () => {
  it('is counted again when a lot left it and another one came', () => {
    const moves = Array.from({ length: 10 }, (_, i) =>
      move(i + 2, 10n, i % 2 ? 'b' : 'a', i % 2 ? 'a' : 'b'),
    );
    const { lots } = replay(
      [
        buy(0, 5n, 'a'),
        buy(1, 5n, 'a'),
        ...moves,
        { ...base(12, 5n, 'a'), ...sold('50') },
        buy(13, 5n, 'a'),
        move(14, 10n, 'a', 'b'),
      ],
      FIFO,
    );
    const open = lots.filter(({ remaining }) => remaining > 0n);
    expect(open.map(({ wallet, transactionId }) => [wallet, transactionId])).toEqual([
      ['b', 't1'],
      ['b', 't13'],
    ]);
  });
});

describe('the cost of moves', () => {
  const piled = (lots: number, moves: number, left: number): LedgerEvent[] => [
    ...Array.from({ length: lots }, (_, i) => buy(i, 100n, 'a')),
    ...Array.from({ length: moves }, (_, i) =>
      move(lots + i, BigInt(100 * lots - left * i), i % 2 ? 'b' : 'a', i % 2 ? 'a' : 'b'),
    ),
  ];

  it.each(['fifo', 'lifo', 'hifo', 'specific_id'] as const)(
    'grows with the lots and with the moves, not with their product (%s)',
    (method) => {
      const lots = 500;
      const moves = 4_000;
      const maxSlices = 20 * lots + moves;
      expect(replay(piled(lots, moves, 0), { ...FIFO, method, maxSlices }).lots).toHaveLength(9 * lots);
    },
  );

  it('stays a small part of lots times moves when each move leaves a unit behind', () => {
    const lots = 300;
    const moves = 600;
    const ledger = replay(piled(lots, moves, 1), { ...FIFO, maxSlices: (lots * moves) / 8 });
    expect(ledger.lots.length).toBeLessThan(9 * (lots + moves));
  });
});
