import type { ChainName } from '../../src/domain/kernel/chain';
import { AppError } from '../../src/domain/kernel/errors';
import type { HistoryCursor, HistoryPage, RawRow } from '../../src/ports/upstream/history-source';
import {
  RawHistoryStore,
  rowToStore,
  type ChainState,
  type SavedPage,
} from '../../src/ports/storage/raw-history-store';
import {
  BUNDLED_CLOSES,
  priceQueryKey,
  type PricePoint,
  type PriceQuery,
} from '../../src/ports/upstream/price-source';

/** Raw rows and prices in memory, with the promises of the real store: one row per key, revisions, guarded cursors. */
export class FakeRawHistoryStore extends RawHistoryStore {
  private readonly states = new Map<string, ChainState>();
  private readonly stored = new Map<string, RawRow[]>();
  private readonly known = new Map<string, PricePoint | null>();
  /** How often rows were read. */
  rowReads = 0;
  /** How many prices were looked up. */
  priceReads = 0;

  async chainStates(address: string): Promise<ChainState[]> {
    return [...this.states.values()]
      .filter((state) => state.address === address)
      .map((state) => ({ ...state }));
  }

  async savePage(
    chain: ChainName,
    address: string,
    page: HistoryPage,
    now: number,
    from?: HistoryCursor | null,
  ): Promise<SavedPage> {
    const before = this.state(chain, address);
    if (from !== undefined && JSON.stringify(from) !== JSON.stringify(before.cursor))
      throw new AppError('CONFLICT', { chain, address });
    const fromBlock = this.put(chain, address, page);
    const rowCount = this.stored.get(`${chain}|${address}`)?.length ?? 0;
    const after: ChainState = {
      ...before,
      cursor: page.cursor,
      complete: before.complete || page.done,
      truncated: page.truncated,
      incomplete: page.incomplete || (!page.done && before.complete),
      indexedAt: page.done ? now : before.indexedAt,
      provider: page.provider,
      errorCode: null,
      errorDetails: null,
      revision: before.revision + (fromBlock === null ? 0 : 1),
      rowCount,
    };
    this.states.set(`${chain}|${address}`, after);
    return { ...after, change: fromBlock === null ? null : { since: before.revision, fromBlock } };
  }

  async saveFailure(
    chain: ChainName,
    address: string,
    code: string,
    details: Record<string, unknown>,
  ): Promise<void> {
    this.states.set(`${chain}|${address}`, {
      ...this.state(chain, address),
      errorCode: code,
      errorDetails: details,
    });
  }

  async saveContradicted(chain: ChainName, address: string, contradicted: boolean): Promise<void> {
    this.states.set(`${chain}|${address}`, { ...this.state(chain, address), contradicted });
  }

  async rows(chain: ChainName, address: string, fromBlock = 0): Promise<RawRow[]> {
    this.rowReads += 1;
    return (this.stored.get(`${chain}|${address}`) ?? [])
      .filter(({ block }) => block >= fromBlock)
      .toSorted((a, b) => a.block - b.block);
  }

  async rowKeys(
    chain: ChainName,
    address: string,
    { list, from, to }: { list: string; from: number; to: number },
  ): Promise<string[]> {
    return (this.stored.get(`${chain}|${address}`) ?? [])
      .filter((row) => row.list === list && row.block >= from && row.block <= to)
      .map(({ key }) => key);
  }

  async clearHistory(address: string): Promise<number> {
    let gone = 0;
    for (const [key, state] of this.states) {
      if (state.address !== address) continue;
      gone += this.stored.get(key)?.length ?? 0;
      this.stored.delete(key);
      this.states.set(key, { ...this.blank(state.chain, address), revision: state.revision + 1 });
    }
    return gone;
  }

  async prices(queries: readonly PriceQuery[]): Promise<Map<string, PricePoint | null>> {
    this.priceReads += queries.length;
    const keys = queries.map(priceQueryKey).filter((key) => this.known.has(key));
    return new Map(keys.map((key) => [key, this.known.get(key) ?? null]));
  }

  async savePrices(entries: readonly { query: PriceQuery; price: PricePoint | null }[]): Promise<void> {
    for (const { query, price } of entries) {
      const key = priceQueryKey(query);
      this.known.set(key, price ?? this.known.get(key) ?? null);
    }
  }

  /** A week later: markets that had no price are asked again, and so are they after a bundled close. */
  expirePrices(): void {
    for (const [key, price] of this.known)
      if (price === null || price.source === BUNDLED_CLOSES) this.known.delete(key);
  }

  /** Something else that belongs to the ledger of a wallet has changed. */
  touch(chain: ChainName, address: string): void {
    const state = this.state(chain, address);
    this.states.set(`${chain}|${address}`, { ...state, revision: state.revision + 1 });
  }

  /** @returns the lowest block of a row that is another one now; null when nothing has changed */
  private put(chain: ChainName, address: string, page: HistoryPage): number | null {
    const key = `${chain}|${address}`;
    const before = this.stored.get(key) ?? [];
    const kept = before.filter(
      ({ list, block }) =>
        block < (page.replacesFrom[list] ?? Infinity) || block >= (page.replacesBelow?.[list] ?? Infinity),
    );
    const known = new Map(before.map((row) => [`${row.list}|${row.key}`, row]));
    const given = page.rows.map((row) => rowToStore(row, known.get(`${row.list}|${row.key}`)));
    const rows = new Map([...kept, ...given].map((row) => [`${row.list}|${row.key}`, row]));
    const after = [...rows.values()];
    this.stored.set(key, after);
    if (JSON.stringify(before) === JSON.stringify(after)) return null;
    const [old, next] = [before, after].map((all) => new Set(all.map((row) => JSON.stringify(row))));
    const changed = [...before, ...after].filter((row) => {
      const text = JSON.stringify(row);
      return !old?.has(text) || !next?.has(text);
    });
    return Math.min(...(changed.length > 0 ? changed : after).map(({ block }) => block));
  }

  private state(chain: ChainName, address: string): ChainState {
    return this.states.get(`${chain}|${address}`) ?? this.blank(chain, address);
  }

  private blank(chain: ChainName, address: string): ChainState {
    return {
      chain,
      address,
      cursor: null,
      complete: false,
      truncated: false,
      incomplete: false,
      contradicted: false,
      indexedAt: null,
      provider: null,
      errorCode: null,
      errorDetails: null,
      revision: 0,
      rowCount: 0,
    };
  }
}
