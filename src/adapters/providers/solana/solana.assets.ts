import type { Asset } from '../../../domain/kernel/asset';
import { listedSymbol } from '../../../domain/chain';

/** Length of the mint prefix that is the symbol of an unlisted token. */
const SHORT = 8;

/** Transactions identify tokens by mint only. Symbols come from the table of listed tokens. */
export function splAsset(mint: string, decimals: number): Asset {
  const id = `solana:${mint}`;
  const symbol = listedSymbol(id) ?? mint.slice(0, SHORT);
  return { id, chain: 'solana', contract: mint, symbol, name: symbol, decimals };
}
