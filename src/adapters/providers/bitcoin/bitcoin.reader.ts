import type { HistoryCursor, HistoryPage, RawRow, StoredKeys } from '../../../ports/upstream/history-source';
import { UpstreamFailure, worstOf } from '../../upstream/upstream-failure';
import { doubtAfter, isBelieved, lackedRows } from '../../upstream/doubt';
import type { BitcoinClient, BitcoinPage } from './bitcoin.client';
import { type BitcoinCursor, resume } from './bitcoin.cursor';
import type { BitcoinEndpoint } from './bitcoin.upstreams';

export const BITCOIN_LIST = 'txs';

/** Confirmations after which a coinbase output can be spent. Before, its owner does not control it. */
const COINBASE_MATURITY = 100;

/** A later read of at most this many rows is stored in one step, to replace the reread window atomically. */
const ONE_STEP = 2_000;

/** Newest first. The first read returns each page, later ones stop below the newest known transaction. */
export class BitcoinReader {
  private cursor: BitcoinCursor;
  private tip: number | null = null;

  constructor(
    private readonly client: BitcoinClient,
    private readonly endpoints: readonly BitcoinEndpoint[],
    private readonly address: string,
    stored: HistoryCursor | null,
    /** Milliseconds UTC. */
    private readonly now: () => number,
    private readonly signal: AbortSignal,
    private readonly storedKeys: StoredKeys = () => Promise.resolve([]),
  ) {
    this.cursor = resume(stored);
  }

  async *read(): AsyncIterable<HistoryPage> {
    const wasInterrupted = this.cursor.position !== null;
    yield* this.pass();
    // Transactions above the point of interruption have not been read.
    if (wasInterrupted && !this.cursor.isTruncated && !this.cursor.isIncomplete) {
      this.cursor = resume(this.cursor);
      yield* this.pass();
    }
    yield this.page([], { done: true });
  }

  /** Uses the first working endpoint that does not lag, else the first working one. Returns a finished cursor. */
  private async *pass(): AsyncIterable<HistoryPage> {
    const failures: UpstreamFailure[] = [];
    const start = this.cursor;
    let behind: { last: HistoryPage; cursor: BitcoinCursor } | null = null;
    for (const endpoint of this.endpoints) {
      this.cursor = start;
      try {
        const last = yield* this.passWith(endpoint);
        if (!this.cursor.isBehind) {
          yield last;
          return;
        }
        behind ??= { last, cursor: this.cursor };
      } catch (error) {
        this.signal.throwIfAborted();
        if (!(error instanceof UpstreamFailure)) throw error;
        failures.push(error);
      }
    }
    if (behind) {
      this.cursor = behind.cursor;
      yield behind.last;
      return;
    }
    const [first, ...others] = failures;
    if (!first) throw new Error('nobody was asked');
    if (!failures.some(({ kind }) => kind === 'window')) throw worstOf([first, ...others]);
    // No provider returns the whole history. The part that was read is stored and marked.
    this.cursor = { ...this.cursor, isFinished: true, position: null, isTruncated: true };
  }

  private async *passWith(endpoint: BitcoinEndpoint): AsyncGenerator<HistoryPage, HistoryPage> {
    const start = this.cursor;
    if (start.provider !== endpoint.provider)
      this.cursor = { ...start, provider: endpoint.provider, position: null, count: 0, expected: null };
    const isFromTop = this.cursor.position === null;
    await this.expect(endpoint);
    let isStreaming = this.cursor.floor === 0 || !isFromTop;
    let top: number | null = null;
    const kept: RawRow[] = [];
    for (let isLast = false; !isLast;) {
      const page = await this.client.page(endpoint, this.address, this.cursor.position, this.signal);
      const fresh = page.rows.filter(({ block }) => block >= this.cursor.floor);
      top ??= fresh[0]?.block ?? null;
      isLast = page.next === null || fresh.length < page.rows.length;
      kept.push(...this.take(fresh, page.next, await this.lastMature(endpoint, fresh)));
      if (!isStreaming && kept.length <= ONE_STEP) continue;
      isStreaming = true;
      if (!isLast) yield this.page(kept.splice(0));
    }
    this.finish();
    const isOwner = ownsWindow(start, endpoint);
    const lacks = isStreaming ? null : await this.lacked(start, kept);
    const isBehind = lacks !== null || (isFromTop && start.newest !== null && (top ?? -1) < start.newest);
    this.check(start, { isOwner, isBehind, top, lacks });
    const replacesFrom: Record<string, number> =
      !isStreaming && isOwner && !this.cursor.isBehind ? { [BITCOIN_LIST]: this.cursor.floor } : {};
    return this.page(kept, { replacesFrom });
  }

  private async lacked({ floor, newest }: BitcoinCursor, rows: readonly RawRow[]): Promise<string | null> {
    return newest === null ? null : lackedRows(await this.storedKeys(BITCOIN_LIST, floor, newest), rows);
  }

  /** An answer without known transactions counts only when its owner repeats it later. */
  private check(
    start: BitcoinCursor,
    answer: { isOwner: boolean; isBehind: boolean; top: number | null; lacks: string | null },
  ): void {
    const { isOwner, isBehind, top, lacks } = answer;
    if (!isOwner) {
      this.cursor = { ...this.cursor, isBehind };
      return;
    }
    const { provider } = this.cursor;
    const known = start.owner === provider ? start.doubt : null;
    const doubt = isBehind ? doubtAfter(known, { newest: top, lacks, from: null }, this.now()) : null;
    this.cursor = {
      ...this.cursor,
      owner: provider,
      owned: top === null ? start.owned : Math.max(top, start.owned ?? start.newest ?? 0),
      doubt,
      isBehind: doubt !== null && !isBelieved(doubt, this.now()),
    };
  }

  private async expect(endpoint: BitcoinEndpoint): Promise<void> {
    if (this.cursor.floor > 0 || this.cursor.position !== null) return;
    const { count } = await this.client.totals(endpoint, this.address, 'background', this.signal);
    this.cursor = { ...this.cursor, expected: count };
  }

  /** Only coinbase rows need the height of the chain. @returns the newest block whose coinbase can be spent */
  private async lastMature(endpoint: BitcoinEndpoint, rows: BitcoinPage['rows']): Promise<number> {
    if (!rows.some(({ isCoinbase }) => isCoinbase)) return 0;
    this.tip ??= await this.client.tip(endpoint, this.signal);
    return this.tip + 1 - COINBASE_MATURITY;
  }

  /** @returns the rows that count: a coinbase row counts once it can be spent */
  private take(fresh: BitcoinPage['rows'], next: string | null, lastMature: number): RawRow[] {
    const { cursor } = this;
    const blocks = fresh.map(({ block }) => block);
    const isImmature = ({ isCoinbase, block }: (typeof fresh)[number]) => isCoinbase && block > lastMature;
    const immature = fresh.filter(isImmature).map(({ block }) => block);
    this.cursor = {
      ...cursor,
      position: next,
      newest: blocks.length > 0 ? Math.max(cursor.newest ?? 0, ...blocks) : cursor.newest,
      immatureFrom:
        immature.length > 0 ? Math.min(cursor.immatureFrom ?? Infinity, ...immature) : cursor.immatureFrom,
      count: cursor.count + fresh.length,
    };
    return fresh
      .filter((row) => !isImmature(row))
      .map((row) => ({ list: BITCOIN_LIST, key: row.txid, block: row.block, body: { ...row } }));
  }

  private finish(): void {
    const { expected, count } = this.cursor;
    const isIncomplete = expected !== null && count < expected;
    this.cursor = { ...this.cursor, isFinished: true, position: null, isIncomplete };
  }

  private page(rows: RawRow[], over: Partial<HistoryPage> = {}): HistoryPage {
    const { cursor } = this;
    return {
      rows,
      replacesFrom: {},
      cursor: { ...cursor },
      done: false,
      truncated: cursor.isTruncated,
      incomplete: cursor.isIncomplete || cursor.isBehind,
      provider: cursor.provider ?? this.endpoints[0]?.provider ?? 'esplora',
      ...(cursor.expected !== null && { share: Math.min(1, cursor.count / Math.max(1, cursor.expected)) }),
      ...over,
    };
  }
}

/** Another provider takes over when the window contains no row of the first. */
const ownsWindow = ({ owner, owned, newest, floor }: BitcoinCursor, { provider }: BitcoinEndpoint): boolean =>
  owner === null || owner === provider || floor > (owned ?? newest ?? -1);
