import fc from 'fast-check';
import type { Asset } from '../kernel/asset';
import type { Acquire, Disposal, Dispose, Ledger, Move } from './index';
import { GAINLESS, LedgerSession, replay, taxSummary, transactionResults } from './index';

import {
  bytes,
  COIN,
  finish,
  histories,
  options,
  OTHER,
  WALLETS,
  WRAPPED,
  type Draft,
} from '../../../test/golden/random-histories';

const sum = <T>(items: readonly T[], of: (item: T) => bigint): bigint =>
  items.reduce((total, item) => total + of(item), 0n);

/** As lists, so that sums use records instead of columns. */
const LISTS = [
  'lots',
  'disposals',
  'income',
  'links',
  'issues',
  'washSales',
  'isApproximate',
  'movesNotIdentified',
  'assets',
] as const;
const listsOf = (ledger: Ledger): Ledger =>
  Object.fromEntries(LISTS.map((name) => [name, ledger[name]])) as unknown as Ledger;

const isKnown = ({ valueStatus }: Disposal): boolean => valueStatus === 'known';
const realized = (slice: Disposal): bigint => (isKnown(slice) ? slice.proceeds : (slice.knownProceeds ?? 0n));

describe('the ledger, for any history', () => {
  it('lose no unit and no cent of basis, lot by lot', () => {
    fc.assert(
      fc.property(histories, options, (events, how) => {
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

  it('inflows equal outflows plus remaining units, in every pool', () => {
    fc.assert(
      fc.property(histories, options, (events, how) => {
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
      fc.property(histories, options, (events, how) => {
        const { disposals } = replay(events, how);
        for (const event of events) {
          if (event.kind !== 'dispose') continue;
          const slices = disposals.filter(({ transactionId }) => transactionId === event.transactionId);
          expect(sum(slices, (slice) => slice.quantity)).toBe(event.quantity);
          expect(sum(slices, (slice) => slice.fees)).toBe(event.fees);
          // A slice without a value has its basis as proceeds.
          expect(sum(slices, realized)).toBe(GAINLESS.has(event.type) ? 0n : (event.proceeds ?? 0n));
        }
      }),
    );
  });

  it('name everything once', () => {
    fc.assert(
      fc.property(histories, options, (events, how) => {
        const ledger = replay(events, how);
        for (const list of [ledger.lots, ledger.disposals, ledger.income, ledger.links, ledger.washSales])
          expect(new Set(list.map(({ id }) => id)).size).toBe(list.length);
      }),
    );
  });

  it('is the same in any order of arrival', () => {
    fc.assert(
      fc.property(histories, options, fc.infiniteStream(fc.nat()), (events, how, keys) => {
        const shuffled = events
          .map((event) => ({ event, key: keys.next().value as number }))
          .sort((a, b) => a.key - b.key)
          .map(({ event }) => event);
        expect(bytes(replay(shuffled, how))).toBe(bytes(replay(events, how)));
      }),
    );
  });

  it('is the same when entered in parts, including late events', () => {
    fc.assert(
      fc.property(
        histories,
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

  it('count a repeated leg once, and report it', () => {
    fc.assert(
      fc.property(histories, options, (events, how) => {
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

  it('give the results of transactions since any time', () => {
    fc.assert(
      fc.property(histories, options, (events, how) => {
        const ledger = replay(events, how);
        const copy = listsOf(ledger);
        for (const { at, wallet } of events)
          for (const since of [at, at + 1, undefined])
            expect(transactionResults(ledger, wallet, since)).toEqual(
              transactionResults(copy, wallet, since),
            );
      }),
    );
  });

  it('sum to the summary', () => {
    fc.assert(
      fc.property(histories, options, (events, how) => {
        const ledger = replay(events, how);
        const all = ledger.disposals.filter(({ type }) => !GAINLESS.has(type));
        const [rows, held] = [all.filter(isKnown), all.filter((row) => !isKnown(row))];
        const summary = taxSummary(ledger, { timezone: how.timezone });
        const years = [2023, 2024].map((year) => taxSummary(ledger, { timezone: how.timezone, year }));
        const [, second] = years;
        expect(summary.totalRealized).toBe(sum(rows, (row) => row.gain + row.washSaleDisallowed));
        expect(summary.totalProceeds).toBe(sum(rows, (row) => row.proceeds));
        expect(summary.totalCostBasis).toBe(sum(rows, (row) => row.costBasis));
        expect(summary.disposalCount).toBe(rows.length);
        expect([summary.excludedCount, summary.excludedBasis]).toEqual([
          held.length,
          sum(held, (row) => row.costBasis),
        ]);
        const copy = listsOf(ledger);
        for (const wallet of [undefined, ...WALLETS])
          for (const year of [undefined, 2022, 2023, 2024]) {
            const filter = { timezone: how.timezone, wallet, year };
            expect(taxSummary(ledger, filter)).toEqual(taxSummary(copy, filter));
          }
        expect(summary.income.total).toBe(sum(ledger.income, (income) => income.fairMarketValue));
        expect(second?.disposalCount).toBeLessThanOrEqual(rows.length);
        // A New York new year's day at 00:00 UTC still belongs to the year before.
        const before = taxSummary(ledger, { timezone: how.timezone, year: 2022 });
        expect(sum([before, ...years], (year) => year.totalRealized)).toBe(summary.totalRealized);
      }),
    );
  });
});

describe('wash sales, for any history', () => {
  /**
   * Without gifts: given away, basis leaves unused; received, the basis depends on how a sale is cut (IRC 1015).
   * Without missing values: such units replace a loss, and their own gain is not counted yet.
   */
  const taxable = histories.map((events) =>
    events
      .filter((event) => event.kind !== 'dispose' || !GAINLESS.has(event.type))
      .map((event) =>
        event.kind === 'acquire'
          ? { ...event, lossBasis: undefined, cost: event.cost ?? 0n }
          : event.kind === 'allocate'
            ? event
            : valued(event),
      ),
  );

  const valued = (event: Dispose | Move): Dispose | Move =>
    event.kind === 'move'
      ? { ...event, feeValue: event.feeValue ?? 0n }
      : { ...event, proceeds: event.proceeds ?? 0n };

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
      fc.property(histories, options, (events, how) => {
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
