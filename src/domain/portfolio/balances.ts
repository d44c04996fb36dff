import type { Asset } from '../kernel/asset';
import type { Sliced } from '../kernel/slices';
import type { Quantity } from '../kernel/units';
import type { WalletTransaction } from '../normalise/facts/wallet-transaction';

/** Transactions added between two yields. */
const TRANSACTIONS_AT_ONCE = 1_000;

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
export function* addingBalances(transactions: readonly WalletTransaction[]): Sliced<Balance[]> {
  const held = new Map<string, Balance>();
  const move = (asset: Asset, change: Quantity) => {
    const balance = held.get(asset.id) ?? { asset, quantity: 0n };
    const quantity = balance.quantity + change;
    held.set(asset.id, { asset: balance.asset, quantity: quantity > 0n ? quantity : 0n });
  };
  for (const [index, { isSpam, rule, legs, fee }] of transactions.entries()) {
    if (index % TRANSACTIONS_AT_ONCE === 0) yield;
    // Genuine dust from an impostor is in the wallet. All other claims of spam have no effect.
    if (isSpam && rule !== 'spam-poisoning') continue;
    for (const leg of legs) if (leg.direction === 'in') move(leg.asset, leg.quantity);
    if (isSpam) continue;
    for (const leg of legs) if (leg.direction === 'out') move(leg.asset, -leg.quantity);
    if (fee) move(fee.asset, -fee.quantity);
  }
  return [...held.values()].filter(({ quantity }) => quantity > 0n);
}
