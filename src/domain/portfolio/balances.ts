import type { Asset } from '../kernel/asset';
import type { Quantity } from '../kernel/units';
import type { WalletTransaction } from '../normalise/facts/wallet-transaction';

export interface Balance {
  asset: Asset;
  quantity: Quantity;
}

/**
 * Adds up the balances of a wallet from its transactions, without a ledger. Used while the basis is still
 * being computed. Never negative: units that left without a known receipt were in the wallet too.
 */
export class RunningBalances {
  readonly #held = new Map<string, Balance>();

  /** @param transaction of the wallet, not older than the last one */
  add({ isSpam, rule, legs, fee }: WalletTransaction): void {
    // Genuine dust from an impostor is in the wallet. All other claims of spam have no effect.
    if (isSpam && rule !== 'spam-poisoning') return;
    for (const leg of legs) if (leg.direction === 'in') this.move(leg.asset, leg.quantity);
    if (isSpam) return;
    for (const leg of legs) if (leg.direction === 'out') this.move(leg.asset, -leg.quantity);
    if (fee) this.move(fee.asset, -fee.quantity);
  }

  /** Balances above zero, in order of first appearance. */
  held(): Balance[] {
    return [...this.#held.values()].flatMap(({ asset, quantity }) =>
      quantity > 0n ? [{ asset, quantity }] : [],
    );
  }

  private move(asset: Asset, change: Quantity): void {
    const balance = this.#held.get(asset.id);
    const quantity = (balance?.quantity ?? 0n) + change;
    const left = quantity > 0n ? quantity : 0n;
    if (balance) balance.quantity = left;
    else this.#held.set(asset.id, { asset, quantity: left });
  }
}
