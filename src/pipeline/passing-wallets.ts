import { bulkhead, BulkheadRejectedError } from 'cockatiel';
import { AppError } from '../domain/kernel/errors';
import { isAnonymous } from '../domain/jobs/requester';
import type { Budget } from './budget';
import type { Covered, StoredPart } from './history/covered-wallets';
import type { HistoryReader, ValuedHistory } from './history/history-reader.service';

/** Histories that are computed at once, and that wait: each is as large as its rows allow. */
const PLACES = { atOnce: 2, waiting: 32 };
const RETRY_AFTER_SECONDS = 2;

/**
 * True for wallets that a caller without a credential names together: what is computed of them serves one answer, and is
 * kept for no other. Anyone can name any number of such sets.
 */
export const isPassing = (
  wallets: readonly unknown[],
  { requester = null }: Pick<Budget, 'requester'>,
): boolean => wallets.length > 1 && isAnonymous(requester);

/** @throws AppError UNAUTHORIZED, before anything is computed */
export function refuseLong(covered: readonly Covered[], limit: number): void {
  const rows = covered
    .flatMap(({ coverage }) => coverage.chains)
    .reduce((sum, { rowCount }) => sum + rowCount, 0);
  if (rows <= limit) return;
  throw new AppError(
    'UNAUTHORIZED',
    { limit_rows: limit },
    {
      field: 'owned_wallets',
      message: `Wallets that have more than ${limit} rows together need a credential (ANONYMOUS_LEDGER_ROWS)`,
    },
  );
}

/** Reads few of them at a time. */
export class PassingWallets {
  readonly #places = bulkhead(PLACES.atOnce, PLACES.waiting);

  /**
   * @param order fetches the prices that are missing, or does not
   * @throws AppError SERVICE_UNAVAILABLE while too many wait
   */
  async read(
    reader: HistoryReader,
    { stored, additions }: StoredPart,
    order: (first: ValuedHistory) => false | Promise<void>,
  ): Promise<ValuedHistory> {
    const first = await this.inPlace(() => reader.read(stored, additions, true));
    if (first.open.length === 0) return first;
    await order(first);
    const news = await reader.prices(first.open);
    return news.size === 0 ? first : this.inPlace(() => reader.refreshed(first, news));
  }

  private async inPlace<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await this.#places.execute(work);
    } catch (error) {
      if (!(error instanceof BulkheadRejectedError)) throw error;
      throw new AppError('SERVICE_UNAVAILABLE', {
        dependency: 'calculations',
        retry_after_seconds: RETRY_AFTER_SECONDS,
      });
    }
  }
}
