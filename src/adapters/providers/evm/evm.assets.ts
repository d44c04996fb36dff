import { nativeAsset, type Asset } from '../../../domain/kernel/asset';
import { CHAINS, type ChainName } from '../../../domain/kernel/chain';
import { isPosition, POSITION_DECIMALS } from '../../../domain/normalise';
import type { RawRow } from '../../../ports/upstream/history-source';
import type { EvmRows } from './evm.schema';

type TokenRow = EvmRows['tokentx'];
const TOKEN_LISTS: ReadonlySet<string> = new Set(['tokentx', 'tokennfttx', 'token1155tx']);
/** 10^77 still fits the 256 bits of a token amount. */
const DECIMALS = /^([0-6]?\d|7[0-7])$/;
const UNNAMED = 'UNKNOWN';

/** Creates one Asset per contract for a whole history, also when rows describe it differently. */
export class AssetLots {
  private readonly tokens = new Map<string, Asset>();

  constructor(
    private readonly chain: ChainName,
    rows: readonly RawRow[],
  ) {
    for (const { list, body } of rows) if (TOKEN_LISTS.has(list)) this.learn(body as TokenRow);
  }

  token(contract: string): Asset {
    return this.tokens.get(contract) ?? this.unseen(contract);
  }

  /** @source tax-rules 2.4: each token id is an asset of its own, counted in pieces */
  nft(contract: string, tokenId: string): Asset {
    const { chain, symbol, name } = this.token(contract);
    return {
      id: `${chain}:${contract}#${tokenId}`,
      chain,
      contract,
      symbol: `${symbol}#${tokenId}`,
      name,
      decimals: isPosition(chain, contract) ? POSITION_DECIMALS : 0,
    };
  }

  /** The first row with the token and its decimals is used. */
  private learn(row: TokenRow): void {
    const { contractAddress: contract } = row;
    const known = this.tokens.get(contract);
    if (known && !known.decimalsUnknown) return;
    const isCounted = DECIMALS.test(row.tokenDecimal);
    if (known && !isCounted) return;
    this.tokens.set(contract, {
      id: `${this.chain}:${contract}`,
      chain: this.chain,
      contract,
      symbol: row.tokenSymbol.trim() || UNNAMED,
      name: row.tokenName.trim() || row.tokenSymbol.trim() || UNNAMED,
      decimals: isCounted ? Number(row.tokenDecimal) : 0,
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
