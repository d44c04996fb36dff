import type { Holding } from './holdings';

/**
 * Holdings a caller means by a name: a token key, or a symbol in any letter case. Where contracts of one chain share a
 * symbol it means the one whose key is `chain:symbol`; the others are reached by their keys, so that an impostor is
 * never added to what it imitates.
 * @param chain only there
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
