import { type ChainName, isNativeAlias } from '../../../../domain/kernel/chain';
import type { HistoryCursor, HistoryPage } from '../../../../ports/upstream/history-source';
import { mayPass, UpstreamFailure } from '../../../upstream/upstream-failure';
import { lacksDataFee } from '../details/evm.data-fees';
import { type ListMark, resume } from '../evm.cursor';
import { advanced, begun, blockOf, type CheckedSlice, ownsWindow, pageOf } from '../evm.marks';
import { toRawRows } from '../evm.rows';
import { type EvmList, type EvmRow, type EvmRows, rowSchema } from '../evm.schema';
import { chargesForData } from '../evm.upstreams';
import type { NodeClient, TokenFacts } from './node.client';
import type { PortalBatch, PortalClient } from './portal.client';
import { PORTAL_LISTS, type PortalRows, rowsOfBlock, TornBlock } from './portal.mapper';
import { explainsBalance, statesFees } from './portal.proof';

/** Other chains of the wallet wait for this read. The next one goes on where it stopped. */
const MOST_MS = 2 * 60_000;
const TOKENS_AT_ONCE = 10;
/** More tokens are spam. The rest keep no name, and their rows are held out. */
const MOST_TOKENS = 5_000;
const TOKEN_LISTS: ReadonlySet<string> = new Set(['tokentx', 'tokennfttx', 'token1155tx']);
const TOKEN_FIELDS = ['tokenName', 'tokenSymbol', 'tokenDecimal'];

/**
 * Reads all lists of a wallet in one pass over the final blocks of a chain. Each answer is stored with the block it
 * covers, so that a read can resume there, from this source or from an explorer. The rows and their keys are those of
 * explorers.
 */
export class PortalReader {
  private readonly tokens = new Map<string, TokenFacts>();
  private areTokensAway = false;

  constructor(
    private readonly client: PortalClient,
    private readonly node: NodeClient | null,
    private readonly chain: ChainName,
    private readonly address: string,
    /** Milliseconds UTC. */
    private readonly now: () => number,
    private readonly signal: AbortSignal,
  ) {}

  get provider(): string {
    return this.client.provider;
  }

  /** Pages of the lists that a portal has. Other lists stay as they are, and the last page is not `done`. */
  async *read(
    stored: HistoryCursor | null,
    lists: readonly EvmList[],
    rereadBlocks: number,
  ): AsyncIterable<HistoryPage> {
    const cursor = resume(stored, lists, rereadBlocks, this.now());
    const open = PORTAL_LISTS.filter((list) => (cursor.lists[list]?.state ?? 'read') !== 'read');
    if (open.length === 0) return;
    const start = Math.min(...open.map((list) => cursor.lists[list]?.next ?? 0));
    const head = await this.client.head(this.signal);
    const until = this.now() + MOST_MS;
    for (let from = start; from <= head;) {
      if (this.now() > until) throw this.unfinished(from, head);
      const batch = await this.client.blocks(this.address, from, head, this.signal);
      const listsPayments = batch.hasTraces && open.includes('txlistinternal');
      const { slices, undetailed } = await this.slicesOf(batch, {
        listsPayments,
        isLast: batch.covered >= head,
      });
      const page = { rows: [], replacesFrom: {}, replacesBelow: {}, done: false } as Pick<
        Required<HistoryPage>,
        'rows' | 'replacesFrom' | 'replacesBelow' | 'done'
      >;
      for (const list of open) {
        const mark = cursor.lists[list];
        if (!mark) continue;
        const slice = slices[list];
        const isOwner = ownsWindow(mark, slice);
        const incompleteFrom = gapAbove(mark, batch, slice.next === null);
        cursor.lists[list] = { ...advanced(begun(mark), slice, isOwner, this.now()), incompleteFrom };
        page.rows.push(...toRawRows(list, slice.rows, (row) => this.unstated(list, row, undetailed)));
        if (!isOwner) continue;
        page.replacesFrom[list] = slice.from;
        page.replacesBelow[list] = batch.covered + 1;
      }
      const share = (batch.covered + 1 - start) / (head + 1 - start);
      yield { ...pageOf(cursor, { ...page, provider: this.client.provider }), share };
      from = batch.covered + 1;
    }
    cursor.startedAt = this.now();
    // A replica can be behind what was read before: nothing is new then.
    for (const list of open) {
      const mark = cursor.lists[list];
      if (mark && mark.state !== 'read') cursor.lists[list] = { ...mark, state: 'read' };
    }
    const nothing = { rows: [], replacesFrom: {}, done: false, provider: this.client.provider };
    yield { ...pageOf(cursor, nothing), share: 1 };
  }

  private unfinished(next: number, head: number): UpstreamFailure {
    const text = `blocks below ${next} of ${head} were read so far; the next read goes on there`;
    return new UpstreamFailure(this.client.provider, 'transient', text);
  }

  private async slicesOf(batch: PortalBatch, of: { listsPayments: boolean; isLast: boolean }) {
    const rows: PortalRows = { txlist: [], txlistinternal: [], tokentx: [], tokennfttx: [], token1155tx: [] };
    let isProven = batch.showsPayments;
    for (const block of batch.blocks) {
      const found = this.rowsOf(block, of.listsPayments);
      for (const list of PORTAL_LISTS) rows[list].push(...found[list]);
      isProven &&= explainsBalance(this.address, block, found, chargesForData(this.chain));
    }
    const undetailed = await this.withTokens(rows);
    const sliceOf = (list: keyof PortalRows): CheckedSlice => ({
      ...{ rows: rows[list], from: batch.from, next: of.isLast ? null : batch.covered + 1 },
      ...{ covered: batch.covered, provider: this.client.provider, isUnproven: batch.lacksBlocks },
      undetailedFrom: blockOf(rows[list].find((row) => undetailed.has(contractOf(list, row)))),
      ...{ isIncomplete: false, isTruncated: false, isBehind: false, lacks: null },
    });
    const slices = Object.fromEntries(PORTAL_LISTS.map((list) => [list, sliceOf(list)])) as Record<
      (typeof PORTAL_LISTS)[number],
      CheckedSlice
    >;
    slices.txlistinternal.isUnproven ||= !isProven;
    slices.txlist.isUnproven ||= !batch.blocks.every((block) => statesFees(this.address, block));
    return { slices, undetailed };
  }

  private rowsOf(block: PortalBatch['blocks'][number], listsPayments: boolean): PortalRows {
    try {
      return rowsOfBlock({ chain: this.chain, wallet: this.address, listsPayments }, block);
    } catch (error) {
      if (!(error instanceof TornBlock)) throw error;
      throw new UpstreamFailure(this.client.provider, 'malformed', error.message);
    }
  }

  /** Logs state no names and no decimals. @returns contracts whose facts an outage left out */
  private async withTokens(rows: PortalRows): Promise<ReadonlySet<string>> {
    const named = PORTAL_LISTS.filter((list) => TOKEN_LISTS.has(list)).flatMap((list) =>
      (rows[list] as EvmRows['tokentx'][]).filter((row) => !isNativeAlias(this.chain, row.contractAddress)),
    );
    const unknown = [...new Set(named.map((row) => row.contractAddress))].filter(
      (one) => !this.tokens.has(one),
    );
    const wanted = this.node === null ? [] : unknown.slice(0, Math.max(0, MOST_TOKENS - this.tokens.size));
    for (let i = 0; i < wanted.length && !this.areTokensAway; i += TOKENS_AT_ONCE)
      await this.learn(wanted.slice(i, i + TOKENS_AT_ONCE));
    for (const list of PORTAL_LISTS.filter((one) => TOKEN_LISTS.has(one)))
      rows[list] = rows[list].map((row) => {
        const known = this.tokens.get(contractOf(list, row));
        if (!known) return row;
        const { name: tokenName, symbol: tokenSymbol, decimals: tokenDecimal } = known;
        return rowSchema(list).parse({ ...row, tokenName, tokenSymbol, tokenDecimal });
      });
    return new Set(wanted.filter((contract) => !this.tokens.has(contract)));
  }

  private async learn(contracts: readonly string[]): Promise<void> {
    try {
      const found = (await this.node?.tokens(contracts, this.signal)) ?? [];
      for (const [i, contract] of contracts.entries()) this.tokens.set(contract, found[i] ?? NO_FACTS);
    } catch (error) {
      this.signal.throwIfAborted();
      if (!(error instanceof UpstreamFailure)) throw error;
      if (mayPass(error)) this.areTokensAway = true;
      else for (const contract of contracts) this.tokens.set(contract, NO_FACTS);
    }
  }

  /** What only an explorer states, and what this read did not obtain. */
  private unstated(list: EvmList, row: EvmRow, undetailed: ReadonlySet<string>): string[] {
    if (list !== 'txlist') return undetailed.has(contractOf(list, row)) ? TOKEN_FIELDS : [];
    const hasNoFee = lacksDataFee(this.chain, this.address, row as EvmRows['txlist']);
    return ['functionName', 'decreases', ...(hasNoFee ? ['l1Fee'] : [])];
  }
}

/**
 * Where the rows begin that another source has not read whole. What it read above the final blocks stays incomplete.
 * @param isLast no final block is left
 */
function gapAbove(
  { incompleteFrom, last }: ListMark,
  { from, covered }: PortalBatch,
  isLast: boolean,
): number | null {
  if (incompleteFrom === null || from > incompleteFrom) return incompleteFrom;
  return isLast && (last ?? 0) <= covered ? null : Math.max(incompleteFrom, covered + 1);
}

const NO_FACTS: TokenFacts = { name: '', symbol: '', decimals: '' };

const contractOf = (list: EvmList, row: EvmRow): string =>
  TOKEN_LISTS.has(list) ? (row as EvmRows['tokentx']).contractAddress : '';
