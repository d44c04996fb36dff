import { CHAINS, type ChainName } from './chain';

/**
 * What can be owned. Identity is the contract, never the symbol.
 * @source tax-rules 2
 */
export interface Asset {
  /** `chain:native`, `chain:<contract>`, or `chain:<contract>#<tokenId>`; chain may be any label for posted rows. */
  id: string;
  chain: string;
  /** EVM lowercased; Solana mint in its own case; null for the native coin and for posted rows without one. */
  contract: string | null;
  symbol: string;
  name: string;
  /** Base units per whole are 10^decimals. */
  decimals: number;
  /** True when the upstream gave no usable decimals: amounts are raw, and are never valued. */
  decimalsUnknown?: boolean;
}

export const nativeAsset = (chain: ChainName): Asset => {
  const { native } = CHAINS[chain];
  return { id: `${chain}:native`, chain, contract: null, ...native };
};

/**
 * Public keys `chain:symbol`. When contracts of one chain share a symbol, the preferred (listed) one, else the
 * first in event order, keeps the short key; the others become `chain:symbol@contract`.
 * @param assets in event order
 * @source tax-rules 2.2
 */
export function tokenKeys(
  assets: Iterable<Asset>,
  isListed: (asset: Asset) => boolean = () => false,
): Map<string, string> {
  const owners = new Map<string, Asset>();
  const all = [...assets];
  for (const asset of all) {
    const key = shortKey(asset);
    const owner = owners.get(key);
    if (!owner || (!isListed(owner) && isListed(asset))) owners.set(key, asset);
  }
  return new Map(
    all.map((asset) => {
      const key = shortKey(asset);
      return [asset.id, owners.get(key)?.id === asset.id ? key : `${key}@${asset.contract ?? 'native'}`];
    }),
  );
}

const shortKey = (asset: Asset): string => `${asset.chain}:${asset.symbol}`;
