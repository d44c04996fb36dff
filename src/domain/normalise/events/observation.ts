import type { Asset } from '../../kernel/asset';
import type { Sliced } from '../../kernel/slices';
import type { Quantity } from '../../kernel/units';
import { growthOf, isDebt, isNft } from '../facts/assets';
import { isMarketPriced } from '../pricing/split';
import type { PriceRef, WalletTransaction } from '../facts/wallet-transaction';

/** Transactions read between two yields: some milliseconds. */
const READ_AT_ONCE = 4_000;

/** An observed on-chain balance of a rebasing token, and the value of one unit at that time. */
export interface BalanceObservation {
  wallet: string;
  asset: Asset;
  /** Milliseconds UTC. */
  at: number;
  quantity: Quantity;
  price: PriceRef | null;
}

/**
 * Rebasing tokens that one wallet still holds according to its transactions, in slices. Their balances are worth
 * observing.
 * @param txs of any wallets; transactions of other wallets are ignored
 * @source tax-rules 8.2
 */
export function* growingAssets(txs: readonly WalletTransaction[], wallet: string): Sliced<Asset[]> {
  const held = new Map<string, { asset: Asset; quantity: bigint }>();
  // Assets of one history are mostly the same objects.
  const others = new Set<Asset>();
  for (let i = 0; i < txs.length; i++) {
    if (i % READ_AT_ONCE === 0) yield;
    const tx = txs[i] as WalletTransaction;
    if (tx.isSpam || tx.wallet !== wallet) continue;
    for (const { asset, direction, quantity } of tx.legs) {
      if (others.has(asset)) continue;
      if (!growthOf(asset) || isDebt(asset) || isNft(asset) || asset.decimalsUnknown) {
        others.add(asset);
        continue;
      }
      const entry = held.get(asset.id) ?? { asset, quantity: 0n };
      entry.quantity += direction === 'in' ? quantity : -quantity;
      held.set(asset.id, entry);
    }
  }
  return [...held.values()].filter(({ quantity }) => quantity > 0n).map(({ asset }) => asset);
}

/** Prices that are needed to value growth. */
export const observationQueries = (
  observations: readonly BalanceObservation[],
): { assetId: string; symbol: string; at: number }[] =>
  observations
    .filter(({ asset }) => isMarketPriced(asset))
    .map(({ asset, at }) => ({ assetId: asset.id, symbol: asset.symbol, at }));
