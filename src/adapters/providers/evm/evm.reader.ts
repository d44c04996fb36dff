import type { HistoryCursor, HistoryPage, StoredKeys } from '../../../ports/upstream/history-source';
import { UpstreamFailure } from '../../upstream/upstream-failure';
import { lackedRows } from '../../upstream/doubt';
import { type EvmClient, type ListQuery, PAGE_SIZE, WINDOW } from './evm.client';
import { DataFees, type Detailed, lacksDataFee } from './details/evm.data-fees';
import { type EvmCursor, type ListMark, resume } from './evm.cursor';
import {
  advanced,
  begun,
  blockOf,
  type CheckedSlice,
  isDoubtful,
  leftOpen,
  lower,
  ownsWindow,
  pageOf,
  type Slice,
} from './evm.marks';
import type { ChainName } from '../../../domain/kernel/chain';
import type { Relay } from '../../upstream/relay';
import { PositionLogs } from './details/evm.positions';
import { toRawRows } from './evm.rows';
import type { EvmList, EvmRow, EvmRows } from './evm.schema';
import type { EvmEndpoint } from './evm.upstreams';

/** Not every upstream has these lists, and few wallets use them. Their absence marks a history incomplete. */
const MAY_BE_MISSING: ReadonlySet<EvmList> = new Set<EvmList>(['txsBeaconWithdrawal']);

/**
 * Reads the account lists in sequence, in slices of whole blocks. The rows of a full page's last block are dropped,
 * and the next page starts at that block. So no transaction is split, no row is stored twice with any provider, and a
 * read can resume anywhere.
 */
export class EvmReader {
  private readonly fees: DataFees;
  private readonly positions: PositionLogs;

  constructor(
    private readonly client: EvmClient,
    private readonly relay: Relay<EvmEndpoint>,
    private readonly chain: ChainName,
    private readonly address: string,
    /** Milliseconds UTC. */
    private readonly now: () => number,
    private readonly signal: AbortSignal,
    private readonly storedKeys: StoredKeys = () => Promise.resolve([]),
  ) {
    this.fees = new DataFees(client, address, signal);
    this.positions = new PositionLogs(client, chain, address, signal);
  }

  async *read(
    stored: HistoryCursor | null,
    lists: readonly EvmList[],
    rereadBlocks: number,
  ): AsyncIterable<HistoryPage> {
    const cursor = resume(stored, lists, rereadBlocks, this.now());
    for (const [place, list] of lists.entries()) {
      const mark = cursor.lists[list];
      if (!mark || mark.state === 'read') continue;
      try {
        for await (const { page, part } of this.readList(list, mark, cursor))
          yield { ...page, share: (place + part) / lists.length };
      } catch (error) {
        if (!MAY_BE_MISSING.has(list) || !(error instanceof UpstreamFailure)) throw error;
        cursor.lists[list] = leftOpen(cursor.lists[list] ?? mark);
      }
    }
    cursor.isFinished = true;
    yield pageOf(cursor, { rows: [], replacesFrom: {}, done: true, provider: this.relay.lastProvider });
  }

  private async *readList(
    list: EvmList,
    start: ListMark,
    cursor: EvmCursor,
  ): AsyncIterable<{ page: HistoryPage; part: number }> {
    let first: number | null = null;
    let mark = begun(start);
    for await (const slice of this.slices(list, mark.next, mark.last)) {
      const isOwner = ownsWindow(mark, slice);
      mark = advanced(mark, slice, isOwner, this.now());
      cursor.lists[list] = mark;
      const rows = toRawRows(list, slice.rows, list === 'txlist' ? this.unstated : undefined);
      const mayRemove = isOwner && !isDoubtful(mark, slice, this.now());
      const replaced = {
        replacesFrom: mayRemove ? { [list]: slice.from } : {},
        ...(mayRemove && slice.next !== null && { replacesBelow: { [list]: slice.next } }),
      };
      first ??= secondsOf(slice.rows[0]);
      const part = slice.next === null ? 1 : partOf(first, secondsOf(slice.rows.at(-1)), this.now() / 1_000);
      if (rows.length > 0 || mayRemove) {
        yield { page: pageOf(cursor, { rows, ...replaced, done: false, provider: slice.provider }), part };
      }
    }
  }

  private async *slices(list: EvmList, start: number, known: number | null): AsyncIterable<CheckedSlice> {
    let from: number | null = start;
    let span: number | null = null;
    let head: number | null = null;
    while (from !== null) {
      const end: number | null = span === null ? null : from + span - 1;
      try {
        const query = { list, address: this.address, startBlock: from, endBlock: end, page: 1 };
        const slice: CheckedSlice = await this.best(query, known);
        if (slice.next === null && !slice.isTruncated && end !== null && head !== null && end < head)
          slice.next = end + 1;
        yield slice;
        from = slice.next;
      } catch (error) {
        if (!(error instanceof UpstreamFailure) || error.kind !== 'query_timeout') throw error;
        head ??= await this.head();
        span = halved(span ?? head - (from ?? 0) + 1, error);
      }
    }
  }

  /**
   * The first complete slice, or an incomplete one when no provider has a complete one. A slice comes from one
   * provider.
   * @param known block of the newest known row: a slice that lacks known rows is checked with another provider
   */
  private best(query: ListQuery, known: number | null): Promise<CheckedSlice> {
    return this.relay.ask(
      query.list,
      async (endpoint) => {
        const slice = await this.slice(endpoint, query);
        const lacks = await this.lacked(slice, query, known);
        return { ...slice, lacks, isBehind: lacks !== null || endsBelow(slice, query, known) };
      },
      ({ isIncomplete, isBehind }) => !isIncomplete && !isBehind,
    );
  }

  private async lacked(slice: Slice, { list, endBlock }: ListQuery, known: number | null) {
    if (known === null || slice.from > known) return null;
    const end = slice.isTruncated
      ? blockOf(slice.rows.at(-1))
      : slice.next === null
        ? endBlock
        : slice.next - 1;
    return lackedRows(
      await this.storedKeys(list, slice.from, Math.min(end ?? known, known)),
      toRawRows(list, slice.rows),
    );
  }

  private async slice(endpoint: EvmEndpoint, query: ListQuery): Promise<Slice> {
    const { rows: listed, isFull, isIncomplete } = await this.client.list(endpoint, query, this.signal);
    const { rows, missingFrom: undetailedFrom } =
      query.list === 'txlist' ? await this.completed(endpoint, listed) : { rows: listed, missingFrom: null };
    const first = blockOf(rows[0]);
    const last = blockOf(rows.at(-1));
    const { provider } = endpoint;
    const whole = {
      ...{ rows, from: query.startBlock, next: null, isIncomplete, isTruncated: false },
      ...{ provider, undetailedFrom },
    };
    if (!isFull || first === null || last === null) return whole;
    if (first < last) {
      return { ...whole, rows: rows.filter((row) => Number(row.blockNumber) < last), next: last };
    }
    const rest = await this.restOfBlock(endpoint, { ...query, startBlock: last, endBlock: last }, rows);
    return {
      ...whole,
      rows: rest.rows,
      next: rest.isTruncated ? null : last + 1,
      isIncomplete: isIncomplete || rest.isIncomplete,
      isTruncated: rest.isTruncated,
    };
  }

  private async completed(endpoint: EvmEndpoint, listed: readonly EvmRow[]): Promise<Detailed> {
    const withFees = await this.fees.completed(endpoint, listed);
    const { rows, missingFrom } = await this.positions.completed(endpoint, withFees.rows);
    return { rows, missingFrom: lower(withFees.missingFrom, missingFrom) };
  }

  /** Details that this read did not obtain. An earlier read may have them. */
  private readonly unstated = (row: EvmRow): string[] => {
    const transaction = row as EvmRows['txlist'];
    return [
      ...(lacksDataFee(this.chain, this.address, transaction) ? ['l1Fee'] : []),
      ...(this.positions.unread.has(transaction.hash) ? ['decreases'] : []),
    ];
  };

  /** Pages 2 and later of one block. Truncated when it fills the whole window, because no further page exists. */
  private async restOfBlock(
    endpoint: EvmEndpoint,
    query: ListQuery,
    firstRows: readonly EvmRow[],
  ): Promise<Pick<Slice, 'rows' | 'isIncomplete' | 'isTruncated'>> {
    const rows = [...firstRows];
    let before = JSON.stringify(firstRows);
    let isIncomplete = false;
    for (let page = 2; page * PAGE_SIZE <= WINDOW; page++) {
      const more = await this.client.list(endpoint, { ...query, page }, this.signal);
      const text = JSON.stringify(more.rows);
      if (text === before) {
        throw new UpstreamFailure(
          endpoint.provider,
          'malformed',
          `${query.list}: the same page again and again`,
        );
      }
      before = text;
      isIncomplete ||= more.isIncomplete;
      rows.push(...more.rows);
      if (!more.isFull) return { rows, isIncomplete, isTruncated: false };
    }
    return { rows, isIncomplete, isTruncated: true };
  }

  private async head(): Promise<number> {
    return this.relay.ask('head', (endpoint) => this.client.blockAt(endpoint, this.now(), this.signal));
  }
}

const secondsOf = (row: EvmRow | undefined): number | null => (row ? Number(row.timeStamp) : null);

/** Share of the time from the first row to now. Lists are read from the oldest row. */
function partOf(first: number | null, last: number | null, now: number): number {
  if (first === null || last === null || now <= first) return 0;
  return Math.min(1, Math.max(0, (last - first) / (now - first)));
}

/** @throws the failure itself when the range cannot be halved */
function halved(span: number, failure: UpstreamFailure): number {
  if (span <= 1) throw failure;
  return Math.ceil(span / 2);
}

function endsBelow(slice: Slice, query: ListQuery, known: number | null): boolean {
  if (known === null || slice.next !== null || slice.isTruncated) return false;
  const isInRange = query.startBlock <= known && known <= (query.endBlock ?? Infinity);
  return isInRange && (blockOf(slice.rows.at(-1)) ?? -1) < known;
}
