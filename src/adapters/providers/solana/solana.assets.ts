import type { Asset } from '../../../domain/kernel/asset';
import { listedSymbol } from '../../../domain/normalise';

/** How much of a mint stands in for the symbol of a token nobody listed. */
const SHORT = 8;

/** Transactions name tokens by mint only; symbols come from the table of listed tokens. */
export function splAsset(mint: string, decimals: number): Asset {
  const id = `solana:${mint}`;
  const symbol = listedSymbol(id) ?? mint.slice(0, SHORT);
  return { id, chain: 'solana', contract: mint, symbol, name: symbol, decimals };
}
