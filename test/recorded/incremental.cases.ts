import fc from 'fast-check';
import { EvmHistorySource } from '../../src/adapters/providers/evm/evm.provider';
import { UpstreamClient } from '../../src/adapters/upstream/upstream-client';
import { loadConfig } from '../../src/config/env';
import { replay } from '../../src/domain/engine';
import { parseAddress } from '../../src/domain/kernel/address';
import { finished, type Sliced } from '../../src/domain/kernel/slices';
import type { ChainTransaction } from '../../src/domain/chain/facts/chain-transaction';
import { classifyHistory, ledgerEvents, valueTransactions } from '../../src/domain/chain';
import type { HistoryCursor, HistoryPage, RawRow } from '../../src/ports/upstream/history-source';
import { PipelineBench } from '../fakes/pipeline';
import { ScriptedHistorySource } from '../fakes/scripted-history-source';
import { type Explorer, type ExplorerRow, startExplorer } from '../support/explorer';
import { FIFO } from '../support/engine-events';
import { POLICIES } from '../chain/policies';
import { until } from '../support/until';
import { rowsOfWallet } from './data';
import { FakeClock } from '../fakes/fake-clock';
import { HastyClock } from '../fakes/hasty-clock';

const LISTS = ['txlist', 'txlistinternal', 'tokentx', 'tokennfttx'] as const;
const WALLETS = {
  '0x003dc32fe920a4aaeed12dc87e145f030aa753f3': ['txlist', 'txlistinternal', 'tokentx'],
  '0xa109bc6f8292b52a6f89e8fc5eabf2947ec31bfa': ['txlist', 'txlistinternal', 'tokentx', 'tokennfttx'],
  '0xf98c96b5d10faafc2324847c82305bd5fd7e5ad3': ['txlist', 'tokentx'],
} as const satisfies Record<string, readonly (typeof LISTS)[number][]>;
export type Wallet = keyof typeof WALLETS;

const never = new AbortController().signal;
const START = Date.UTC(2026, 0, 1);
const HOUR = 3_600_000;

/** Rows as the store holds them: pages replace what they read again, and rows are read by block and time of entry. */
class RowStore {
  private rows: (RawRow & { seq: number })[] = [];
  private seq = 0;
  cursor: HistoryCursor | null = null;
  /** The lowest block of a row that a page could change since this was read. */
  changedFrom = Infinity;

  put({ rows, replacesFrom, cursor }: HistoryPage): void {
    const blocks = [...Object.values(replacesFrom), ...rows.map(({ block }) => block)];
    this.changedFrom = Math.min(this.changedFrom, ...blocks);
    const given = new Set(rows.map(({ list, key }) => `${list} ${key}`));
    const isReplaced = ({ list, block, key }: RawRow) =>
      block >= (replacesFrom[list] ?? Infinity) || given.has(`${list} ${key}`);
    this.rows = [
      ...this.rows.filter((row) => !isReplaced(row)),
      ...rows.map((row) => ({ ...row, seq: this.seq++ })),
    ];
    this.cursor = cursor;
  }

  /** Rows that may be new since the last call. */
  changed(): { rows: RawRow[]; fromBlock: number } {
    const fromBlock = this.changedFrom;
    this.changedFrom = Infinity;
    return { rows: this.sorted().filter(({ block }) => block >= fromBlock), fromBlock };
  }

  sorted = (): RawRow[] => this.rows.toSorted((a, b) => a.block - b.block || a.seq - b.seq);
}

/** The rows of a recorded wallet as far as they are shown: a read gives the lists that have changed, from there on. */
class ShownRows extends ScriptedHistorySource {
  private given: readonly RawRow[] = [];

  constructor(
    private readonly evm: EvmHistorySource,
    public shown: readonly RawRow[] = [],
  ) {
    super();
  }

  override async *read(): AsyncIterable<HistoryPage> {
    const [before, after] = [this.given, this.shown].map((rows) => new Set(rows));
    const changed = [...this.given, ...this.shown].filter((row) => !before?.has(row) || !after?.has(row));
    const replacesFrom: Record<string, number> = {};
    for (const { list, block } of changed) replacesFrom[list] = Math.min(replacesFrom[list] ?? block, block);
    const rows = this.shown.filter(({ list, block }) => block >= (replacesFrom[list] ?? Infinity));
    this.given = this.shown;
    const flags = { done: true, truncated: false, incomplete: false, provider: 'shown' };
    yield { rows, replacesFrom, cursor: { shown: this.shown.length }, ...flags };
  }

  override interpret(...asked: Parameters<EvmHistorySource['interpret']>): ChainTransaction[] {
    return this.evm.interpret(...asked);
  }

  override canGoOn(...asked: Parameters<EvmHistorySource['canGoOn']>): boolean {
    return this.evm.canGoOn(...asked);
  }

  override interpretingOn(
    ...asked: Parameters<EvmHistorySource['interpretingOn']>
  ): Sliced<ChainTransaction[] | null> {
    return this.evm.interpretingOn(...asked);
  }
}

export interface IncrementalSize {
  wallets: readonly Wallet[];
  /** Random orders in which the lists grow. */
  runs: { books: number; snapshots: number };
}
export const EVERY_WALLET = Object.keys(WALLETS) as Wallet[];

export function describeIncremental({ wallets, runs }: IncrementalSize): void {
  describe('recorded wallets read in parts', () => {
    let explorer: Explorer;
    let upstream: UpstreamClient;
    let now = START;
    let source: EvmHistorySource;

    beforeAll(async () => {
      explorer = await startExplorer();
      upstream = new UpstreamClient({ clock: new HastyClock() });
      const env = {
        EVM_CHAINS: 'ethereum',
        ETHERSCAN_BASE_URL: `${explorer.url}/api`,
        ETHERSCAN_API_KEY: 'x',
        SQD_BASE_URL: 'off',
        EVM_NODE_URL: 'off',
      };
      const config = loadConfig({ ...env, ROUTESCAN_BASE_URL: `${explorer.url}/routescan` });
      source = new EvmHistorySource(config, Object.assign(new FakeClock(), { now: () => now }), upstream);
    });
    afterAll(async () => {
      await upstream?.close();
      await explorer?.close();
    });

    const recorded = (wallet: Wallet): Record<string, ExplorerRow[]> =>
      Object.fromEntries(
        WALLETS[wallet].map((list) => [
          list,
          (rowsOfWallet(wallet, list) as ExplorerRow[]).toSorted(
            (a, b) => Number(a['blockNumber']) - Number(b['blockNumber']),
          ),
        ]),
      );

    /** @param pages number after which the process dies and a later one goes on */
    async function readOn(store: RowStore, wallet: Wallet, pages: number): Promise<void> {
      for (let isDone = false; !isDone;) {
        let left = pages;
        for await (const page of source.read('ethereum', parseAddress(wallet), store.cursor, never)) {
          store.put(JSON.parse(JSON.stringify(page)) as HistoryPage);
          isDone = page.done;
          if (--left === 0) break;
        }
      }
    }

    /** The history and its books, as lines of text. */
    function booksOf(store: RowStore, wallet: Wallet): string[] {
      const owned = new Set([wallet]);
      const history = source.interpret('ethereum', parseAddress(wallet), store.sorted());
      const classified = classifyHistory(history, { wallet, owned });
      const valued = valueTransactions(classified, (_, at) => ({ usd: '3', at, source: 'market' }));
      const { lots, disposals, income } = replay(ledgerEvents(valued, { ...POLICIES, owned }), FIFO);
      const books = [
        ...lots.map(({ id, asset, acquiredAt, remaining, cost }) => [
          id,
          asset.id,
          acquiredAt,
          remaining,
          cost,
        ]),
        ...disposals.map((one) => [one.id, one.type, one.quantity, one.proceeds, one.costBasis, one.lotId]),
        ...income.map((one) => [one.id, one.type, one.quantity, one.fairMarketValue]),
      ];
      return [...history, ...valued, ...books].map((line) =>
        JSON.stringify(line, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
      );
    }

    /** How much of each list the explorer shows at each time, in thousandths. Every list lags in its own way. */
    const stage = fc.tuple(...LISTS.map(() => fc.integer({ min: 0, max: 1_000 })));
    const stages = fc.array(stage, { minLength: 1, maxLength: 4 });

    it.each(wallets)('have the books of a read from scratch: %s', async (wallet) => {
      const rows = recorded(wallet);
      const whole = new RowStore();
      explorer.rows = rows;
      explorer.intercept = () => false;
      await readOn(whole, wallet, Infinity);
      const wanted = booksOf(whole, wallet);
      expect(whole.sorted()).toHaveLength(Object.values(rows).reduce((sum, list) => sum + list.length, 0));

      await fc.assert(
        fc.asyncProperty(
          stages,
          fc.constantFrom(100, 200, 1_000),
          fc.integer({ min: 1, max: 9 }),
          async (shown, cap, pages) => {
            explorer.intercept = (params) => {
              params.set('offset', String(cap));
              return false;
            };
            const store = new RowStore();
            let known: readonly ChainTransaction[] | null = null;
            const seen = LISTS.map(() => 0);
            for (const parts of [...shown, LISTS.map(() => 1_000)]) {
              now += HOUR;
              explorer.rows = Object.fromEntries(
                LISTS.map((list, i) => {
                  seen[i] = Math.max(seen[i] ?? 0, parts[i] ?? 0);
                  const all = rows[list] ?? [];
                  return [list, all.slice(0, Math.floor((all.length * seen[i]) / 1_000))];
                }),
              );
              await readOn(store, wallet, pages);
              const all = source.interpret('ethereum', parseAddress(wallet), store.sorted());
              const { rows: changed, fromBlock } = store.changed();
              const on: readonly ChainTransaction[] | null =
                known &&
                finished(source.interpretingOn('ethereum', parseAddress(wallet), known, fromBlock, changed));
              if (on) expect(on).toEqual(all);
              known = on ?? all;
            }
            const books = booksOf(store, wallet);
            const different = books.findIndex((line, i) => line !== wanted[i]);
            expect([books.length, books[different]]).toEqual([wanted.length, wanted[different]]);
          },
        ),
        { numRuns: runs.books },
      );
    });

    it.each(wallets)('go on from the known transactions, block by block: %s', async (wallet) => {
      const store = new RowStore();
      explorer.rows = recorded(wallet);
      explorer.intercept = () => false;
      await readOn(store, wallet, Infinity);
      const all = store.sorted();
      const below = (block: number) => all.filter((row) => row.block < block);
      const blocks = [...new Set(all.map(({ block }) => block))].slice(-20);
      const address = parseAddress(wallet);
      let known: readonly ChainTransaction[] = source.interpret('ethereum', address, below(blocks[0] ?? 0));
      const goneOn: boolean[] = [];
      for (const block of blocks) {
        const rows = below(block + 1);
        const changed = rows.filter((row) => row.block >= block);
        const on = finished(source.interpretingOn('ethereum', address, known, block, changed));
        known = source.interpret('ethereum', address, rows);
        if (on) expect(on).toEqual(known);
        goneOn.push(on !== null);
        known = on ?? known;
      }
      expect(goneOn.filter(Boolean).length).toBeGreaterThan(15);
    });

    /** Reads the wallet again, and waits until the snapshot of what is shown is stored. */
    async function snapshotOf(it: PipelineBench, wallet: Wallet): Promise<string[]> {
      it.clock.advance(HOUR);
      const ask = () => it.snapshots.of(parseAddress(wallet), [], it.whole(), ['transactionCount']);
      await until(async () => (await ask()).snapshot);
      return [...it.stored.texts.values()];
    }

    it.each(wallets)(
      'have the snapshot of a read from scratch, byte for byte, after each part: %s',
      async (wallet) => {
        const store = new RowStore();
        explorer.rows = recorded(wallet);
        explorer.intercept = () => false;
        await readOn(store, wallet, Infinity);
        const all = store.sorted();
        const bench = (shown: ShownRows): PipelineBench => {
          const it = new PipelineBench(['ethereum'], { PARTIAL_BUDGET_MS: '200' }, shown);
          it.prices.usd.set('ethereum:native', '2000');
          return it;
        };
        await fc.assert(
          fc.asyncProperty(stages, async (parts) => {
            const shown = new ShownRows(source);
            const appended = bench(shown);
            const seen = new Set<RawRow>();
            for (const part of [...parts, LISTS.map(() => 1_000)]) {
              for (const [i, list] of LISTS.entries()) {
                const listed = all.filter((row) => row.list === list);
                const end = Math.ceil((listed.length * (part[i] ?? 0)) / 1_000);
                for (const row of listed.slice(0, end)) seen.add(row);
              }
              if (seen.size === 0) continue;
              shown.shown = all.filter((row) => seen.has(row));
              const [inParts, atOnce] = [
                await snapshotOf(appended, wallet),
                await snapshotOf(bench(new ShownRows(source, shown.shown)), wallet),
              ];
              expect(atOnce).toHaveLength(1);
              expect(inParts.at(-1)).toBe(atOnce[0]);
            }
          }),
          { numRuns: runs.snapshots },
        );
      },
    );
  });
}
