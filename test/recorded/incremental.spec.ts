import fc from 'fast-check';
import { EvmHistorySource } from '../../src/adapters/providers/evm/evm.provider';
import { UpstreamClient } from '../../src/adapters/upstream/upstream-client';
import { loadConfig } from '../../src/config/env';
import { replay } from '../../src/domain/engine';
import { parseAddress } from '../../src/domain/kernel/address';
import { classifyHistory, ledgerEvents, valueTransactions } from '../../src/domain/normalise';
import type { HistoryCursor, HistoryPage, RawRow } from '../../src/ports/upstream/history-source';
import { type Explorer, type ExplorerRow, startExplorer } from '../support/explorer';
import { FIFO } from '../support/engine-events';
import { POLICIES } from '../normalise/policies';
import { rowsOfWallet } from './data';

const LISTS = ['txlist', 'txlistinternal', 'tokentx', 'tokennfttx'] as const;
const WALLETS = {
  '0x003dc32fe920a4aaeed12dc87e145f030aa753f3': ['txlist', 'txlistinternal', 'tokentx'],
  '0xa109bc6f8292b52a6f89e8fc5eabf2947ec31bfa': ['txlist', 'txlistinternal', 'tokentx', 'tokennfttx'],
  '0xf98c96b5d10faafc2324847c82305bd5fd7e5ad3': ['txlist', 'tokentx'],
} as const satisfies Record<string, readonly (typeof LISTS)[number][]>;
type Wallet = keyof typeof WALLETS;

const never = new AbortController().signal;
const START = Date.UTC(2026, 0, 1);
const HOUR = 3_600_000;

/** Rows as the store holds them: pages replace what they read again, and rows are read by block and time of entry. */
class RowStore {
  private rows: (RawRow & { seq: number })[] = [];
  private seq = 0;
  cursor: HistoryCursor | null = null;

  put({ rows, replacesFrom, cursor }: HistoryPage): void {
    const given = new Set(rows.map(({ list, key }) => `${list} ${key}`));
    const isReplaced = ({ list, block, key }: RawRow) =>
      block >= (replacesFrom[list] ?? Infinity) || given.has(`${list} ${key}`);
    this.rows = [
      ...this.rows.filter((row) => !isReplaced(row)),
      ...rows.map((row) => ({ ...row, seq: this.seq++ })),
    ];
    this.cursor = cursor;
  }

  sorted = (): RawRow[] => this.rows.toSorted((a, b) => a.block - b.block || a.seq - b.seq);
}

describe('recorded wallets read in parts', () => {
  let explorer: Explorer;
  let upstream: UpstreamClient;
  let now = START;
  let source: EvmHistorySource;

  beforeAll(async () => {
    explorer = await startExplorer();
    upstream = new UpstreamClient({ backoffMs: 1 });
    const env = { EVM_CHAINS: 'ethereum', ETHERSCAN_BASE_URL: `${explorer.url}/api`, ETHERSCAN_API_KEY: 'x' };
    const config = loadConfig({ ...env, ROUTESCAN_BASE_URL: `${explorer.url}/routescan` });
    source = new EvmHistorySource(config, { now: () => now, newId: () => '' }, upstream);
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

  it.each(Object.keys(WALLETS) as Wallet[])(
    'have the books of a read from scratch: %s',
    async (wallet) => {
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
            }
            const books = booksOf(store, wallet);
            const different = books.findIndex((line, i) => line !== wanted[i]);
            expect([books.length, books[different]]).toEqual([wanted.length, wanted[different]]);
          },
        ),
        { numRuns: 12 },
      );
    },
    60_000,
  );
});
