import type { Ledger } from '../../domain/engine';
import { AppError } from '../../domain/kernel/errors';
import type { SyncStatus } from '../../domain/portfolio/rescan-rules';

const unfinished = (message: string): AppError => new AppError('SERVICE_UNAVAILABLE', undefined, { message });

export const unread = (): AppError => unfinished('The history is still being read; retry later');

/**
 * Books for numbers that must rest on all of the history: a tax number of half a history is none.
 * @throws AppError SERVICE_UNAVAILABLE while it is still being read
 */
export function whole<T extends { ledger: Ledger | null }>(books: T): T & { ledger: Ledger } {
  const { ledger } = books;
  if (!ledger) throw unread();
  return { ...books, ledger };
}

/** For files, which have no place to say it. @throws AppError SERVICE_UNAVAILABLE while prices are still out */
export function refuseOpenPrices({ pricesPending }: SyncStatus): void {
  if (pricesPending) throw unfinished('Historical prices are still being fetched; retry later');
}
