import { nativeAsset, type Asset } from '../../../domain/kernel/asset';
import { CHAINS, type ChainName } from '../../../domain/kernel/chain';
import type { Sliced } from '../../../domain/kernel/slices';
import {
  isPosition,
  listedDecimals,
  listedSymbol,
  namesPosition,
  POSITION_DECIMALS,
} from '../../../domain/chain';
import type { RawRow } from '../../../ports/upstream/history-source';
import { EVM_LISTS, type EvmList, type EvmRows } from './evm.schema';

type TokenRow = EvmRows['tokentx'];
const TOKEN_LISTS: ReadonlySet<string> = new Set(['tokentx', 'tokennfttx', 'token1155tx']);
/** 10^77 still fits the 256 bits of a token amount. */
const DECIMALS = /^([0-6]?\d|7[0-7])$/;
const UNNAMED = 'UNKNOWN';
const ROWS_AT_ONCE = 2_000;

interface Origin {
  list: EvmList;
  block: number;
  firstList: EvmList;
  firstBlock: number;
}

/** One Asset per contract for a whole history, also when rows describe it differently. */
export class AssetLots {
  private readonly tokens = new Map<string, Asset>();
  private readonly origins = new Map<string, Origin>();

  private constructor(private readonly chain: ChainName) {}

  /** @param rows in the order of lists, then of blocks */
  static *learning(chain: ChainName, rows: readonly RawRow[]): Sliced<AssetLots> {
    const lots = new AssetLots(chain);
    for (const [index, row] of rows.entries()) {
      if (index % ROWS_AT_ONCE === 0) yield;
      if (TOKEN_LISTS.has(row.list)) lots.learn(row);
    }
    return lots;
  }

  /**
   * Replaces the rows from a block on.
   * @param rows from this block on
   * @returns null when an older row could be described differently
   */
  *continuing(rows: readonly RawRow[], fromBlock: number): Sliced<AssetLots | null> {
    const next = yield* AssetLots.learning(this.chain, rows);
    const { wrapped } = CHAINS[this.chain];
    // Wraps use the asset of the wrapped coin, also those without a row of it.
    if (wrapped !== null && !this.stays(wrapped, next, fromBlock)) return null;
    for (const [contract, origin] of this.origins) {
      if (origin.firstBlock >= fromBlock) continue;
      const asset = this.tokens.get(contract);
      if (!asset || !this.stays(contract, next, fromBlock)) return null;
      next.tokens.set(contract, asset);
      next.origins.set(contract, origin);
    }
    return next;
  }

  /** True when a row below the block describes the contract whatever later rows state, or none does. */
  private stays(contract: string, next: AssetLots, fromBlock: number): boolean {
    const [origin, later] = [this.origins.get(contract), next.origins.get(contract)];
    if (!origin) return later === undefined;
    if (origin.block >= fromBlock) return false;
    if (!later) return true;
    const isFirst = EVM_LISTS.indexOf(origin.list) <= EVM_LISTS.indexOf(later.firstList);
    const isCounted = !this.tokens.get(contract)?.decimalsUnknown;
    return isFirst && (isCounted || next.tokens.get(contract)?.decimalsUnknown === true);
  }

  token(contract: string): Asset {
    return this.tokens.get(contract) ?? this.unseen(contract);
  }

  /** @source tax-rules 2.4: each token id is a separate asset, counted in pieces */
  nft(contract: string, tokenId: string): Asset {
    const { chain, symbol, name } = this.token(contract);
    return {
      id: `${chain}:${contract}#${tokenId}`,
      chain,
      contract,
      symbol: `${symbol}#${tokenId}`,
      name,
      decimals: isPosition(chain, contract) || namesPosition(name) ? POSITION_DECIMALS : 0,
    };
  }

  private learn({ list: listed, block, body }: RawRow): void {
    const list = listed as EvmList;
    const row = body as TokenRow;
    const { contractAddress: contract } = row;
    const known = this.tokens.get(contract);
    const origin = this.origins.get(contract);
    if (origin && block < origin.firstBlock) origin.firstBlock = block;
    if (known && !known.decimalsUnknown) return;
    const id = `${this.chain}:${contract}`;
    const listedUnits = listedDecimals(id);
    const isCounted = listedUnits !== null || DECIMALS.test(row.tokenDecimal);
    const symbol = row.tokenSymbol.trim() || (listedUnits === null ? null : listedSymbol(id)) || UNNAMED;
    if (known && !isCounted) return;
    if (origin) Object.assign(origin, { list, block });
    else this.origins.set(contract, { list, block, firstList: list, firstBlock: block });
    this.tokens.set(contract, {
      id,
      chain: this.chain,
      contract,
      symbol,
      name: row.tokenName.trim() || symbol,
      decimals: listedUnits ?? (isCounted ? Number(row.tokenDecimal) : 0),
      ...(isCounted ? {} : { decimalsUnknown: true }),
    });
  }

  private unseen(contract: string): Asset {
    const id = `${this.chain}:${contract}`;
    const native = nativeAsset(this.chain);
    if (contract !== CHAINS[this.chain].wrapped)
      return {
        id,
        chain: this.chain,
        contract,
        symbol: UNNAMED,
        name: UNNAMED,
        decimals: 0,
        decimalsUnknown: true,
      };
    return {
      id,
      chain: this.chain,
      contract,
      symbol: `W${native.symbol.toUpperCase()}`,
      name: `Wrapped ${native.name}`,
      decimals: native.decimals,
    };
  }
}
