import { handleWhen, retry } from 'cockatiel';
import type { DataSource, EntityManager } from 'typeorm';
import { AppError } from '../../domain/kernel/errors';
import { isConflict, isOutage } from '../../ports/storage/outage';

export const conflicts = retry(handleWhen(isConflict), { maxAttempts: 3 });

/**
 * Reports an outage as a public error.
 * @throws AppError SERVICE_UNAVAILABLE when Postgres is down, full or out of connections
 */
export async function reach<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError) && isOutage(error))
      throw new AppError('SERVICE_UNAVAILABLE', { dependency: 'database' }, { cause: error });
    throw error;
  }
}

/**
 * Retries up to three times on deadlock or serialization failure. The work must use only this database: a connection
 * held during a network call blocks other users.
 * @throws AppError SERVICE_UNAVAILABLE as `reach`
 */
export const inTransaction = <T>(
  dataSource: DataSource,
  work: (manager: EntityManager) => Promise<T>,
): Promise<T> => conflicts.execute(() => reach(() => dataSource.transaction(work)));
