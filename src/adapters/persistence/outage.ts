import type { DataSource, EntityManager } from 'typeorm';
import { AppError } from '../../domain/kernel/errors';

/**
 * SQLSTATE classes and codes of a server problem: connection, resources, operator, read-only, lock timeout.
 */
const OUTAGE_STATE = /^(08|53|57P|58|25006|55P03)/;
const OUTAGE_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EHOSTUNREACH',
]);
/** pg and pg-pool throw these without a code. */
const OUTAGE_TEXT =
  /timeout exceeded when trying to connect|connection terminated|client has encountered a connection error|driver not connected|not queryable/i;
/** serialization_failure, deadlock_detected: a retry succeeds. */
const RETRYABLE = new Set(['40001', '40P01']);
const RETRIES = 3;

/** True when Postgres is unreachable or cannot serve now. False for an invalid statement. */
export function isOutage(error: unknown): boolean {
  const code = codeOf(error);
  if (code !== null && (OUTAGE_STATE.test(code) || OUTAGE_CODES.has(code))) return true;
  return OUTAGE_TEXT.test(textOf(error, 'message') ?? '');
}

/**
 * Runs statements and reports an outage as a public error.
 * @throws AppError SERVICE_UNAVAILABLE when Postgres is down, full or out of connections
 */
export async function reach<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isOutage(error))
      throw new AppError('SERVICE_UNAVAILABLE', { dependency: 'database' }, { cause: error });
    throw error;
  }
}

/**
 * Runs one transaction, with up to three attempts on deadlock or serialization failure. The work must use
 * only this database: a connection held during a network call blocks other users.
 * @throws AppError SERVICE_UNAVAILABLE as `reach`
 */
export async function inTransaction<T>(
  dataSource: DataSource,
  work: (manager: EntityManager) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await reach(() => dataSource.transaction(work));
    } catch (error) {
      const code = codeOf(error);
      if (attempt > RETRIES || code === null || !RETRYABLE.has(code)) throw error;
    }
  }
}

/** SQLSTATE or system error code. */
const codeOf = (error: unknown): string | null => textOf(error, 'code');

function textOf(error: unknown, field: 'code' | 'message'): string | null {
  if (typeof error !== 'object' || error === null) return null;
  const value: unknown = (error as Partial<Record<typeof field, unknown>>)[field];
  return typeof value === 'string' ? value : null;
}
