import { CHAINS, type ChainName } from './chain';

/** The contract is the identity, never the symbol. @source tax-rules 2 */
export interface Asset {
  /** `chain:native`, `chain:<contract>`, or `chain:<contract>#<tokenId>`; chain may be any label for posted rows. */
  id: string;
  chain: string;
  /** EVM in lower case, Solana mint unchanged. Null for the native coin and for posted rows without one. */
  contract: string | null;
  symbol: string;
  name: string;
  /** One whole unit has 10^decimals base units. */
  decimals: number;
  /** True when the upstream returned no usable decimals: amounts are raw and have no value. */
  decimalsUnknown?: boolean;
}

export const nativeAsset = (chain: ChainName): Asset => {
  const { native } = CHAINS[chain];
  return { id: `${chain}:native`, chain, contract: null, ...native };
};

/** An NFT or an amount of unknown scale has no price. @source tax-rules 2.4 */
export const isPriceable = ({ id, decimalsUnknown }: Asset): boolean => !decimalsUnknown && !id.includes('#');

/**
 * Public keys `chain:symbol`. When contracts of one chain share a symbol, the preferred (listed) one, else the first
 * in event order, has the short key. The others have `chain:symbol@contract`.
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

/** @param keys from `tokenKeys`. Without a key the id is shown. */
export const tokenKeyOf = (keys: ReadonlyMap<string, string>, { id }: { id: string }): string =>
  keys.get(id) ?? id;

const shortKey = (asset: Asset): string => `${asset.chain}:${asset.symbol}`;
