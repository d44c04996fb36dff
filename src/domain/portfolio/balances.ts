import type { Asset } from '../kernel/asset';
import type { Quantity } from '../kernel/units';
import type { WalletTransaction } from '../normalise/facts/wallet-transaction';

export interface Balance {
  asset: Asset;
  quantity: Quantity;
}

/**
 * Computes the balances of a wallet from its transactions, without a ledger. Used while the basis is still
 * being computed. Never negative: units that left without a known receipt were in the wallet too.
 * @param transactions of one wallet, oldest first
 * @returns balances above zero, in order of first appearance
 */
export function balances(transactions: readonly WalletTransaction[]): Balance[] {
  const held = new Map<string, Balance>();
  const move = (asset: Asset, change: Quantity) => {
    const balance = held.get(asset.id) ?? { asset, quantity: 0n };
    const quantity = balance.quantity + change;
    held.set(asset.id, { asset: balance.asset, quantity: quantity > 0n ? quantity : 0n });
  };
  for (const { isSpam, rule, legs, fee } of transactions) {
    // Genuine dust from an impostor is in the wallet. All other claims of spam have no effect.
    if (isSpam && rule !== 'spam-poisoning') continue;
    for (const leg of legs) if (leg.direction === 'in') move(leg.asset, leg.quantity);
    if (isSpam) continue;
    for (const leg of legs) if (leg.direction === 'out') move(leg.asset, -leg.quantity);
    if (fee) move(fee.asset, -fee.quantity);
  }
  return [...held.values()].filter(({ quantity }) => quantity > 0n);
}
