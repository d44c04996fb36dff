import type { Asset } from '../../kernel/asset';
import type { Quantity } from '../../kernel/units';
import { growthOf, isDebt, isNft } from '../facts/assets';
import { isMarketPriced } from '../pricing/split';
import type { PriceRef, WalletTransaction } from '../facts/wallet-transaction';

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
 * Rebasing tokens that a wallet still holds according to its transactions. Their balances are worth observing.
 * @source tax-rules 8.2
 */
export class GrowingAssets {
  readonly #held = new Map<string, { asset: Asset; quantity: bigint }>();
  /** Assets that do not grow. Those of one history are mostly the same objects. */
  readonly #others = new Set<Asset>();

  add({ isSpam, legs }: WalletTransaction): void {
    if (isSpam) return;
    for (const { asset, direction, quantity } of legs) {
      if (this.#others.has(asset)) continue;
      if (!growthOf(asset) || isDebt(asset) || isNft(asset) || asset.decimalsUnknown) {
        this.#others.add(asset);
        continue;
      }
      const entry = this.#held.get(asset.id) ?? { asset, quantity: 0n };
      entry.quantity += direction === 'in' ? quantity : -quantity;
      this.#held.set(asset.id, entry);
    }
  }

  held(): Asset[] {
    return [...this.#held.values()].filter(({ quantity }) => quantity > 0n).map(({ asset }) => asset);
  }
}

export const observationQueries = (
  observations: readonly BalanceObservation[],
): { assetId: string; symbol: string; at: number }[] =>
  observations
    .filter(({ asset }) => isMarketPriced(asset))
    .map(({ asset, at }) => ({ assetId: asset.id, symbol: asset.symbol, at }));
