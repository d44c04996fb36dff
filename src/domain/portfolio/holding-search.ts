import type { Holding } from './holdings';

/**
 * By token key, or by symbol in any letter case. A symbol shared by several contracts of a chain means the one with
 * the key `chain:symbol`: a counterfeit is never added to the genuine token.
 * @param chain search only this chain
 * @returns highest value first, at most one per chain
 */
export function holdingsNamed(
  holdings: readonly Holding[],
  name: string,
  chain: string | undefined,
): Holding[] {
  const wanted = name.toLowerCase();
  const onChain = holdings.filter(({ asset }) => chain === undefined || asset.chain === chain);
  const byKey = onChain.filter(({ tokenKey }) => tokenKey.toLowerCase() === wanted);
  if (byKey.length > 0) return byKey;
  return onChain.filter(
    ({ asset, tokenKey }) =>
      asset.symbol.toLowerCase() === wanted && tokenKey === `${asset.chain}:${asset.symbol}`,
  );
}
