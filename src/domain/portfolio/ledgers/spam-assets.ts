import type { WalletTransaction } from '../../chain/facts/wallet-transaction';

/** Ids of the assets with a transaction that was classified as spam. */
export function spamAssets(transactions: readonly Pick<WalletTransaction, 'isSpam' | 'legs'>[]): Set<string> {
  const spam = transactions.filter(({ isSpam }) => isSpam);
  return new Set(spam.flatMap(({ legs }) => legs.map(({ asset }) => asset.id)));
}
