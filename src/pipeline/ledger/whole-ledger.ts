import type { Ledger } from '../../domain/engine';
import { AppError } from '../../domain/kernel/errors';
import type { SyncStatus } from '../../domain/portfolio/sync-status';

const unfinished = (message: string): AppError => new AppError('SERVICE_UNAVAILABLE', undefined, { message });

export const unread = (): AppError => unfinished('The history is still being read; retry later');

/**
 * Requires a complete history: a tax number of a partial history is wrong.
 * @throws AppError SERVICE_UNAVAILABLE while the history is incomplete
 */
export function whole<T extends { ledger: Ledger | null }>(walletLedger: T): T & { ledger: Ledger } {
  const { ledger } = walletLedger;
  if (!ledger) throw unread();
  return { ...walletLedger, ledger };
}

/**
 * For files, which cannot mark missing prices.
 * @throws AppError SERVICE_UNAVAILABLE while prices are pending
 */
export function refuseOpenPrices({ pricesPending }: SyncStatus): void {
  if (pricesPending) throw unfinished('Historical prices are still being fetched; retry later');
}
