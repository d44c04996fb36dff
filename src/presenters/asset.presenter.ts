import { tokenKeyOf, type Asset } from '../domain/kernel/asset';

export const toAssetName = (asset: Asset, tokenKeys: ReadonlyMap<string, string>) => ({
  token_key: tokenKeyOf(tokenKeys, asset),
  symbol: asset.symbol,
  chain: asset.chain,
});
