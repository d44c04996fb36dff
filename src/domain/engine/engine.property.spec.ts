import fc from 'fast-check';
import type { Asset } from '../kernel/asset';
import { DAY_MS } from '../kernel/calendar';
import type { Acquire, Dispose, Ledger, LedgerEvent, Move, ReplayOptions } from './index';
import { DISPOSAL_TYPES, GAINLESS, INCOME_TYPES, LedgerSession, METHODS, replay, taxSummary } from './index';

const asset = (symbol: string, decimals: number): Asset => ({
  id: `x:${symbol}`,
  chain: 'x',
  contract: null,
  symbol,
  name: symbol,
  decimals,
});
/** A coin and its wrapped form, of one group but with other units. */
const COIN = asset('COIN', 4);
const WRAPPED = asset('WCOIN', 2);
const OTHER = asset('OTHER', 3);
const groupOf = (id: string): string | null => (id === OTHER.id ? null : 'coin');
const WALLETS = ['a', 'b'];

const units = fc.oneof(fc.bigInt({ min: 1n, max: 50n }), fc.bigInt({ min: 1n, max: 5000n }));
/** Small numbers make remainders, huge ones make carries. */
const usd = fc.oneof(fc.bigInt({ min: 0n, max: 50n }), fc.bigInt({ min: 0n, max: 10n ** 24n }));
const base = fc.record({
  day: fc.oneof(fc.nat({ max: 90 }), fc.nat({ max: 500 })),
  block: fc.nat({ max: 2 }),
  wallet: fc.constantFrom('a', 'a', 'b'),
  asset: fc.constantFrom(COIN, COIN, COIN, WRAPPED, OTHER),
  quantity: units,
});
type Draft = Omit<LedgerEvent, 'transactionId' | 'stem'> & { day: number };

const acquire = fc
  .tuple(
    base,
    fc.record({
      cost: fc.option(usd, { freq: 9 }),
      lossBasis: fc.option(usd, { freq: 3, nil: undefined }),
      incomeType: fc.option(fc.constantFrom(...INCOME_TYPES), { freq: 2 }),
      untracked: fc.constantFrom(false, false, false, true),
    }),
  )
  .map(([common, more]) => ({
    ...common,
    ...more,
    kind: 'acquire',
    source: more.incomeType ? 'income' : more.lossBasis === undefined ? 'purchase' : 'manual',
    basisSource: 'trade',
  }));
const dispose = fc
  .tuple(
    base,
    fc.record({
      type: fc.constantFrom(...DISPOSAL_TYPES),
      proceeds: fc.option(usd, { freq: 9 }),
      fees: fc.oneof(fc.constant(0n), usd),
    }),
  )
  .map(([common, more]) => ({ ...common, ...more, kind: 'dispose' }));
const move = fc
  .tuple(base, fc.constantFrom(...WALLETS), fc.nat({ max: 100 }), fc.option(usd, { freq: 5 }))
  .map(([common, toWallet, percent, feeValue]) => {
    const toAsset = common.asset === COIN && percent % 2 === 0 ? WRAPPED : common.asset;
    const whole = toAsset === common.asset ? common.quantity : common.quantity / 100n;
    const received = percent < 60 ? whole : (whole * BigInt(percent)) / 100n;
    const relation = toAsset === common.asset ? 'transfer' : 'wrap';
    return { ...common, kind: 'move', relation, toWallet, toAsset, received, feeValue };
  });

const finish = (draft: Draft, name: string): LedgerEvent =>
  ({
    ...draft,
    transactionId: name,
    txHash: null,
    stem: name,
    leg: 0,
    at: Date.UTC(2023, 0, 1) + draft.day * DAY_MS,
    txIndex: 0,
    logIndex: 0,
    priceSource: null,
  }) as unknown as LedgerEvent;
const history = fc
  .array(fc.oneof(acquire, acquire, dispose, dispose, move), { maxLength: 40, size: 'max' })
  .map((drafts) => drafts.map((draft, i) => finish(draft as unknown as Draft, `t${i}`)));

const options = fc.record({
  method: fc.constantFrom(...(Object.keys(METHODS) as (keyof typeof METHODS)[])),
  timezone: fc.constantFrom('UTC', 'America/New_York'),
  washSales: fc.boolean(),
  groupOf: fc.constant(groupOf),
}) as fc.Arbitrary<ReplayOptions>;

/** Every word of a ledger, getters included. */
function bytes(ledger: Ledger): string {
  const plain = (record: object): object => {
    const names = new Set<string>();
    for (let at = record; at !== Object.prototype; at = Object.getPrototypeOf(at) as object)
      for (const name of Object.getOwnPropertyNames(at)) names.add(name);
    const wanted = [...names].filter((name) => PUBLIC.has(name)).sort();
    return Object.fromEntries(wanted.map((name) => [name, (record as Record<string, unknown>)[name]]));
  };
  const { lots, disposals, income, links, issues, washSales, assets } = ledger;
  return JSON.stringify(
    [
      ...[lots, disposals, income, links, issues, washSales].map((list) => list.map(plain)),
      [...assets.keys()],
    ],
    (_key, value: unknown) => (typeof value === 'bigint' ? `${value}` : value),
  );
}
const PUBLIC = new Set(
  `id lotId wallet quantity originalQuantity remaining originalCost cost acquiredAt receivedAt holdingStartAt source
  basisSource incomeType isUntracked parentId transactionId txHash washSaleAdjustment proceeds costBasis gain fees
  disposedAt isLongTerm type washSaleDisallowed flags fairMarketValue fromLotId toLotId disposalId relation at kind
  assetId chain reason count loss disallowed replacementLotId replacedAt daysApart`.split(/\s+/),
);

const sum = <T>(items: readonly T[], of: (item: T) => bigint): bigint =>
  items.reduce((total, item) => total + of(item), 0n);

describe('the books, whatever happens', () => {
  it('lose no unit and no cent of basis, lot by lot', () => {
    fc.assert(
      fc.property(history, options, (events, how) => {
        const ledger = replay(events, how);
        for (const lot of ledger.lots) {
          const out = ledger.links.filter(
            ({ fromLotId, relation }) =>
              fromLotId === lot.id && relation !== 'split' && relation !== 'wash_adjustment',
          );
          expect(sum(out, (link) => link.quantity) + lot.remaining).toBe(lot.originalQuantity);
          expect(sum(out, (link) => link.cost) + lot.cost).toBe(lot.originalCost + lot.washSaleAdjustment);
          expect(lot.remaining >= 0n && lot.cost >= 0n).toBe(true);
        }
      }),
    );
  });

  it('what came in is what went out and what is left, pool by pool', () => {
    fc.assert(
      fc.property(history, options, (events, how) => {
        const ledger = replay(events, how);
        const synthetic = ledger.lots.filter((lot) => lot.acquiredAt === null && lot.parentId === null);
        for (const wallet of WALLETS)
          for (const { id } of [OTHER]) {
            const here = <T extends { wallet: string; asset: Asset }>(items: readonly T[]): T[] =>
              items.filter((item) => item.wallet === wallet && item.asset.id === id);
            const acquired = here(events.filter((event): event is Acquire => event.kind === 'acquire'));
            const sent = here(events.filter((event): event is Move => event.kind === 'move'));
            const came = events.filter(
              (event): event is Move =>
                event.kind === 'move' && event.toWallet === wallet && event.toAsset.id === id,
            );
            const disposed = here(events.filter((event): event is Dispose => event.kind === 'dispose'));
            expect(
              sum(acquired, (e) => e.quantity) +
                sum(came, (e) => e.received) +
                sum(here(synthetic), (l) => l.originalQuantity),
            ).toBe(
              sum(disposed, (e) => e.quantity) +
                sum(sent, (e) => e.quantity) +
                sum(here(ledger.lots), (l) => l.remaining),
            );
          }
      }),
    );
  });

  it('cut every disposal into slices that sum to it', () => {
    fc.assert(
      fc.property(history, options, (events, how) => {
        const { disposals } = replay(events, how);
        for (const event of events) {
          if (event.kind !== 'dispose') continue;
          const slices = disposals.filter(({ transactionId }) => transactionId === event.transactionId);
          expect(sum(slices, (slice) => slice.quantity)).toBe(event.quantity);
          expect(sum(slices, (slice) => slice.fees)).toBe(event.fees);
          expect(sum(slices, (slice) => slice.proceeds)).toBe(
            GAINLESS.has(event.type) ? 0n : (event.proceeds ?? 0n),
          );
        }
      }),
    );
  });

  it('name everything once', () => {
    fc.assert(
      fc.property(history, options, (events, how) => {
        const ledger = replay(events, how);
        for (const list of [ledger.lots, ledger.disposals, ledger.income, ledger.links, ledger.washSales])
          expect(new Set(list.map(({ id }) => id)).size).toBe(list.length);
      }),
    );
  });

  it('come out the same in any order of arrival', () => {
    fc.assert(
      fc.property(history, options, fc.infiniteStream(fc.nat()), (events, how, keys) => {
        const shuffled = events
          .map((event) => ({ event, key: keys.next().value as number }))
          .sort((a, b) => a.key - b.key)
          .map(({ event }) => event);
        expect(bytes(replay(shuffled, how))).toBe(bytes(replay(events, how)));
      }),
    );
  });

  it('come out the same when entered bit by bit, late events included', () => {
    fc.assert(
      fc.property(
        history,
        options,
        fc.array(fc.nat({ max: 6 })),
        fc.boolean(),
        (events, how, sizes, isSorted) => {
          const arriving = isSorted
            ? events.toSorted((a, b) => a.at - b.at || a.block - b.block)
            : [...events];
          const session = new LedgerSession(how, 3);
          for (const size of sizes)
            session.append(arriving.splice(0, size)).disposals.map(({ gain }) => gain);
          const ledger = session.append(arriving);
          expect(bytes(ledger)).toBe(bytes(replay(events, how)));
        },
      ),
      { numRuns: 300 },
    );
  });

  it('count a leg told twice once, and say so', () => {
    fc.assert(
      fc.property(history, options, (events, how) => {
        const once = replay(events, how);
        const twice = replay([...events, ...events], how);
        const repeated = twice.issues.filter(({ kind }) => kind === 'duplicate_transaction');
        expect(repeated).toHaveLength(events.length);
        expect(twice.disposals.map(({ id, gain }) => [id, gain])).toEqual(
          once.disposals.map(({ id, gain }) => [id, gain]),
        );
      }),
    );
  });

  it('sum to the summary', () => {
    fc.assert(
      fc.property(history, options, (events, how) => {
        const ledger = replay(events, how);
        const rows = ledger.disposals.filter(({ type }) => !GAINLESS.has(type));
        const summary = taxSummary(ledger, { timezone: how.timezone });
        const years = [2023, 2024].map((year) => taxSummary(ledger, { timezone: how.timezone, year }));
        const [, second] = years;
        expect(summary.totalRealized).toBe(sum(rows, (row) => row.gain + row.washSaleDisallowed));
        expect(summary.totalProceeds).toBe(sum(rows, (row) => row.proceeds));
        expect(summary.totalCostBasis).toBe(sum(rows, (row) => row.costBasis));
        expect(summary.disposalCount).toBe(rows.length);
        expect(summary.income.total).toBe(sum(ledger.income, (income) => income.fairMarketValue));
        expect(second?.disposalCount).toBeLessThanOrEqual(rows.length);
        // A New York new year's day at 00:00 UTC still belongs to the year before.
        const before = taxSummary(ledger, { timezone: how.timezone, year: 2022 });
        expect(sum([before, ...years], (year) => year.totalRealized)).toBe(summary.totalRealized);
      }),
    );
  });
});

describe('wash sales, whatever happens', () => {
  /** Without gifts: given away, basis leaves unused; received, the basis depends on how a sale is cut (IRC 1015). */
  const taxable = history.map((events) =>
    events
      .filter((event) => event.kind !== 'dispose' || !GAINLESS.has(event.type))
      .map((event) => (event.kind === 'acquire' ? { ...event, lossBasis: undefined } : event)),
  );

  it('only move gains in time: over closed positions the total is the same', () => {
    fc.assert(
      fc.property(taxable, options, (events, how) => {
        const open = replay(events, { ...how, washSales: false }).lots;
        const closing = WALLETS.flatMap((wallet) =>
          [COIN, WRAPPED, OTHER].flatMap((held, i) => {
            const quantity = sum(
              open.filter((lot) => lot.wallet === wallet && lot.asset.id === held.id),
              (lot) => lot.remaining,
            );
            const sale = {
              kind: 'dispose',
              type: 'sale',
              day: 900,
              block: i,
              proceeds: 10n ** 20n,
              fees: 0n,
            };
            return quantity === 0n
              ? []
              : [
                  finish(
                    { ...sale, wallet, asset: held, quantity } as unknown as Draft,
                    `close-${wallet}-${i}`,
                  ),
                ];
          }),
        );
        const total = (washSales: boolean): bigint =>
          taxSummary(replay([...events, ...closing], { ...how, washSales }), { timezone: 'UTC' })
            .totalRealized;
        expect(total(true)).toBe(total(false));
      }),
      { numRuns: 300 },
    );
  });

  it('disallow no more than the loss, within the window, each unit once', () => {
    fc.assert(
      fc.property(history, options, (events, how) => {
        const ledger = replay(events, { ...how, washSales: true });
        for (const { washSaleDisallowed, gain } of ledger.disposals) {
          expect(washSaleDisallowed >= 0n).toBe(true);
          if (washSaleDisallowed > 0n) expect(gain + washSaleDisallowed <= 0n).toBe(true);
        }
        for (const { daysApart, disallowed } of ledger.washSales) {
          expect(Math.abs(daysApart)).toBeLessThanOrEqual(30);
          expect(disallowed >= 0n).toBe(true);
        }
        expect(new Set(ledger.washSales.map((sale) => sale.replacementLotId)).size).toBe(
          ledger.washSales.length,
        );
      }),
    );
  });
});
