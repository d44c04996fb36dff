import type { Asset } from '../kernel/asset';
import { dec, type Decimal } from '../kernel/decimal';

/**
 * Looks up the exact token key (its chain in any case), then the symbol as given, then the symbol in any case. A
 * contract that shares its symbol with another one is priced only by its full key: a counterfeit USDC is not worth a
 * dollar.
 * @param prices key -> USD per unit, as decimal text
 * @param tokenKeys by asset id
 * @source api.md 3 (price lookup order)
 */
export function postedPrices(
  prices: ReadonlyMap<string, string>,
  tokenKeys: ReadonlyMap<string, string>,
): (asset: Asset) => Decimal | null {
  const exact = new Map<string, string>();
  const folded = new Map<string, string>();
  for (const [key, price] of prices) {
    exact.set(withLowerChain(key), price);
    const symbol = key.toUpperCase();
    if (!folded.has(symbol)) folded.set(symbol, price);
  }
  return ({ id, symbol }) => {
    const key = tokenKeys.get(id) ?? id;
    const byKey = exact.get(withLowerChain(key));
    const isShadowed = key.includes('@');
    const price =
      byKey ?? (isShadowed ? undefined : (prices.get(symbol) ?? folded.get(symbol.toUpperCase())));
    return price === undefined ? null : dec(price);
  };
}

/** Symbols are case-sensitive, chains are not. */
function withLowerChain(key: string): string {
  const colon = key.indexOf(':');
  return colon < 0 ? key : key.slice(0, colon).toLowerCase() + key.slice(colon);
}
