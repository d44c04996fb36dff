import type { Lot } from '../../../domain/engine';
import type { Asset } from '../../../domain/kernel/asset';
import { priceQueryKey } from '../../../ports/upstream/price-source';
import type { WalletLedger } from '../wallet-ledger';

/**
 * Transactions whose value can change when pending prices arrive. The basis of their lots is unknown until
 * then.
 */
export function pendingTransactions({ history }: Pick<WalletLedger, 'history'>): ReadonlySet<string> {
  const { open, transactions } = history.valued;
  if (open.length === 0) return new Set();
  const keys = new Set(open.map(priceQueryKey));
  const isOpen = (asset: Asset, at: number) => keys.has(priceQueryKey({ assetId: asset.id, at }));
  return new Set(
    transactions.filter(({ legs, at }) => legs.some(({ asset }) => isOpen(asset, at))).map(({ id }) => id),
  );
}

export const isBasisPending = (
  lots: readonly Pick<Lot, 'transactionId'>[],
  pending: ReadonlySet<string>,
): boolean => pending.size > 0 && lots.some(({ transactionId }) => pending.has(transactionId));
