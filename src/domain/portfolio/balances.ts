import type { Asset } from '../kernel/asset';
import { SLICE, type Sliced } from '../kernel/slices';
import type { Quantity } from '../kernel/units';
import type { WalletTransaction } from '../chain/facts/wallet-transaction';

export interface Balance {
  asset: Asset;
  quantity: Quantity;
}

/**
 * Balances of a wallet without a ledger, for answers while the basis is still being computed. Never negative: units
 * that left without a known receipt were in the wallet too.
 */
export class RunningBalances {
  readonly #held = new Map<string, Balance>();

  /** @param transaction of the wallet, not older than the last one */
  add({ isSpam, rule, legs, fee }: WalletTransaction): void {
    // Genuine dust from an impostor is in the wallet. Other spam has no effect.
    if (isSpam && rule !== 'spam-poisoning') return;
    for (const leg of legs) if (leg.direction === 'in') this.move(leg.asset, leg.quantity);
    if (isSpam) return;
    for (const leg of legs) if (leg.direction === 'out') this.move(leg.asset, -leg.quantity);
    if (fee) this.move(fee.asset, -fee.quantity);
  }

  /** Above zero, in order of first appearance. */
  held(): Balance[] {
    return [...this.#held.values()].flatMap(({ asset, quantity }) =>
      quantity > 0n ? [{ asset, quantity }] : [],
    );
  }

  protected move(asset: Asset, change: Quantity): void {
    const balance = this.#held.get(asset.id);
    const quantity = (balance?.quantity ?? 0n) + change;
    const left = quantity > 0n ? quantity : 0n;
    if (balance) balance.quantity = left;
    else this.#held.set(asset.id, { asset, quantity: left });
  }
}

class SpamBalances extends RunningBalances {
  readonly #named = new Map<string, Asset>();
  readonly #genuine = new Set<string>();

  override add({ isSpam, rule, legs, hidden = [] }: WalletTransaction): void {
    for (const asset of hidden) this.#named.set(asset.id, asset);
    if (!isSpam) for (const { asset } of legs) this.#genuine.add(asset.id);
    if (!isSpam || rule === 'spam-poisoning') return;
    for (const { direction, asset, quantity } of legs)
      this.move(asset, direction === 'in' ? quantity : -quantity);
  }

  override held(): Balance[] {
    const held = super.held();
    const known = new Set(held.map(({ asset }) => asset.id));
    const named = [...this.#named.values()].filter(({ id }) => !known.has(id));
    return [...held, ...named.map((asset) => ({ asset, quantity: 0n }))].filter(
      ({ asset }) => asset.contract !== null && !this.#genuine.has(asset.id),
    );
  }
}

/**
 * Tokens known only from spam, which count nowhere. A token that came only beside genuine ones has the quantity zero:
 * its legs are left out.
 * @param transactions of the wallet, oldest first
 */
export function* spamBalances(transactions: readonly WalletTransaction[]): Sliced<Balance[]> {
  const sums = new SpamBalances();
  for (const [index, transaction] of transactions.entries()) {
    sums.add(transaction);
    if (index % SLICE === 0) yield;
  }
  return sums.held();
}
