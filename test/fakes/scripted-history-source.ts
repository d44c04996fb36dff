import type { Address } from '../../src/domain/kernel/address';
import { upstreamScope } from '../../src/common/upstream-scope';
import { nativeAsset, type Asset } from '../../src/domain/kernel/asset';
import type { ChainName } from '../../src/domain/kernel/chain';
import type { Sliced } from '../../src/domain/kernel/slices';
import type { AppError } from '../../src/domain/kernel/errors';
import type { ChainTransaction, Movement } from '../../src/domain/chain/facts/chain-transaction';
import {
  HistorySource,
  type ChainAvailability,
  type HistoryCursor,
  type HistoryPage,
  type OnChainBalance,
  type RawRow,
} from '../../src/ports/upstream/history-source';

/** Histories that the test sets; failures and silences on order. */
export class ScriptedHistorySource extends HistorySource {
  readonly reads: { chain: ChainName; address: string; cursor: HistoryCursor | null }[] = [];
  private readonly histories = new Map<string, ChainTransaction[]>();
  private readonly failures = new Map<ChainName, AppError>();
  private readonly silent = new Map<ChainName, PromiseWithResolvers>();
  private readonly refused = new Set<ChainName>();
  unavailable: ChainAvailability['unavailable'] = [];
  /** On-chain balances of every wallet, by asset id. */
  readonly onChain = new Map<string, bigint>();
  /** Rows of a page. */
  pageSize = Infinity;
  /** First block that each page replaces, and the block below which it ends. Null: it replaces none. */
  replaces: readonly ([number, number] | null)[] = [];
  private failsAfter: { pages: number; error: AppError } | null = null;
  readonly balanceCalls: { chain: ChainName; assetIds: readonly string[] }[] = [];

  constructor(private readonly chains: ChainName[] = ['ethereum']) {
    super();
  }

  give(chain: ChainName, address: string, transactions: ChainTransaction[]): void {
    this.histories.set(`${chain}|${address}`, transactions);
  }

  fail(chain: ChainName, error: AppError): void {
    this.failures.set(chain, error);
  }

  /** The circuit of the upstream opens: reads fail when `release` is called. @returns it */
  refuse(chain: ChainName, error: AppError): () => void {
    this.failures.set(chain, error);
    this.refused.add(chain);
    const { promise, resolve } = withResolvers();
    this.silent.set(chain, { promise, resolve });
    return resolve;
  }

  /** The next read fails after so many pages. */
  failOnceAfter(pages: number, error: AppError): void {
    this.failsAfter = { pages, error };
  }

  /** Reading this chain gets no answer until it is healed. */
  hang(chain: ChainName): void {
    this.silent.set(chain, withResolvers());
  }

  heal(chain: ChainName): void {
    this.failures.delete(chain);
    this.refused.delete(chain);
    this.silent.get(chain)?.resolve();
    this.silent.delete(chain);
  }

  chainsOf(): ChainAvailability {
    return { readable: this.chains, unavailable: this.unavailable };
  }

  async *read(
    chain: ChainName,
    address: Address,
    cursor: HistoryCursor | null,
    signal: AbortSignal,
  ): AsyncIterable<HistoryPage> {
    this.reads.push({ chain, address: address.value, cursor });
    await this.silent.get(chain)?.promise;
    signal.throwIfAborted();
    const { silence } = upstreamScope();
    if (silence && this.refused.has(chain)) silence.isRefused = true;
    const failure = this.failures.get(chain);
    if (failure) throw failure;
    const history = this.histories.get(`${chain}|${address.value}`) ?? [];
    const { failsAfter } = this;
    this.failsAfter = null;
    for (let start = 0, pages = 0; start === 0 || start < history.length; start += this.pageSize, pages++) {
      if (failsAfter?.pages === pages) throw failsAfter.error;
      const end = Math.min(start + this.pageSize, history.length);
      const range = this.replaces[pages];
      yield {
        rows: history.slice(start, end).map(toRow),
        replacesFrom: range ? { script: range[0] } : {},
        ...(range && range[1] !== Infinity && { replacesBelow: { script: range[1] } }),
        cursor: { read: end },
        done: end === history.length,
        truncated: false,
        incomplete: false,
        provider: 'scripted',
      };
    }
  }

  interpret(_chain: ChainName, _address: Address, rows: readonly RawRow[]): ChainTransaction[] {
    return rows.map(({ body }) => revive(body['transaction'] as string)).sort((a, b) => a.at - b.at);
  }

  override canGoOn(_address: Address, known: readonly ChainTransaction[]): boolean {
    return known.every(({ block }) => block !== null);
  }

  override *interpretingOn(
    chain: ChainName,
    address: Address,
    known: readonly ChainTransaction[],
    fromBlock: number,
    rows: readonly RawRow[],
  ): Sliced<ChainTransaction[] | null> {
    yield;
    const kept = known.filter(({ block }) => block !== null && block < fromBlock);
    return [...kept, ...this.interpret(chain, address, rows)].sort((a, b) => a.at - b.at);
  }

  async balances(
    chain: ChainName,
    _address: Address,
    assetIds: readonly string[],
    signal: AbortSignal,
  ): Promise<OnChainBalance[]> {
    this.balanceCalls.push({ chain, assetIds });
    await Promise.race([this.silent.get(chain)?.promise, abortOf(signal)]);
    const failure = this.failures.get(chain);
    if (failure) throw failure;
    return assetIds.flatMap((assetId) => {
      const quantity = this.onChain.get(assetId);
      return quantity === undefined ? [] : [{ assetId, quantity, readAt: 0, source: 'scripted' }];
    });
  }
}

interface PromiseWithResolvers {
  promise: Promise<void>;
  resolve(): void;
}

function withResolvers(): PromiseWithResolvers {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}

const abortOf = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }),
  );

const toRow = (transaction: ChainTransaction): RawRow => ({
  list: 'script',
  key: transaction.hash,
  block: transaction.block ?? 0,
  body: {
    transaction: JSON.stringify(transaction, (_key, value: unknown) =>
      typeof value === 'bigint' ? `${value}n` : value,
    ),
  },
});

const revive = (text: string): ChainTransaction =>
  JSON.parse(text, (_key, value: unknown) =>
    typeof value === 'string' && /^\d+n$/.test(value) ? BigInt(value.slice(0, -1)) : value,
  ) as ChainTransaction;

/** A token of the test, 18 decimals. */
export const token = (chain: ChainName, symbol: string, contract: string): Asset => ({
  id: `${chain}:${contract}`,
  chain,
  contract,
  symbol,
  name: symbol,
  decimals: 18,
});

/** The smallest transaction that moves assets into or out of a wallet; override what matters. */
export function transaction(
  wallet: string,
  at: number,
  moves: readonly { in?: bigint; out?: bigint; asset?: Asset; with?: string }[],
  override: Partial<ChainTransaction> = {},
): ChainTransaction {
  const chain = override.chain ?? 'ethereum';
  const movements = moves.map((move, logIndex): Movement => {
    const asset = move.asset ?? nativeAsset(chain);
    const other = move.with ?? '0x00000000000000000000000000000000000b00aa';
    return {
      asset,
      from: move.in === undefined ? wallet : other,
      to: move.in === undefined ? other : wallet,
      quantity: move.in ?? move.out ?? 0n,
      logIndex,
      kind: asset.contract ? 'token' : 'native',
    };
  });
  const isOutgoing = moves.some((move) => move.out !== undefined);
  const first = movements[0];
  return {
    chain,
    hash: `0x${at.toString(16).padStart(64, '0')}`,
    wallet,
    at,
    block: Math.floor(at / 12_000),
    txIndex: 0,
    from: isOutgoing ? wallet : (first?.from ?? null),
    to: isOutgoing ? (first?.to ?? null) : wallet,
    succeeded: true,
    method: { id: null, name: null },
    fee: null,
    movements,
    flags: [],
    ...override,
  };
}
