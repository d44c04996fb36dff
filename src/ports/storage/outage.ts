/** Socket failures towards a dependency. */
const CONNECTION_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'EMFILE',
]);

/**
 * SQLSTATE of a database that cannot serve now: connections (08), a refused login or a missing database (28, 3D000),
 * insufficient resources such as a full disk or too many clients (53), operator intervention such as a restart or a
 * cancelled query (57), I/O (58), a read-only standby (25006), a lock that was not released in time (55P03).
 */
const UNAVAILABLE_SQLSTATE = /^(08...|28...|3D000|53...|57...|58...|25006|55P03)$/;

/** node-postgres and TypeORM throw these without a code, and PostgreSQL the last one with a code that has other causes. */
const UNAVAILABLE_TEXT =
  /timeout exceeded when trying to connect|^timeout expired$|connection terminated|client has encountered a connection error|driver not connected|cannot use a pool after calling end|not queryable|is not currently accepting connections/i;

/** Drivers wrap errors in several ways. */
const MAX_DEPTH = 3;

/**
 * True when the database, or another server of ours, is unreachable or cannot serve now. False for a wrong
 * statement. Looks at codes only, because layers above the adapters do not know the driver.
 */
export const isOutage = (error: unknown): boolean =>
  wrapped(error).some(
    ({ code, message }) =>
      (typeof code === 'string' && (CONNECTION_CODES.has(code) || UNAVAILABLE_SQLSTATE.test(code))) ||
      (typeof message === 'string' && UNAVAILABLE_TEXT.test(message)),
  );

/** disk_full of PostgreSQL, and of the operating system. */
const DISK_FULL = new Set<unknown>(['53100', 'ENOSPC']);

export const isDiskFull = (error: unknown): boolean => wrapped(error).some(({ code }) => DISK_FULL.has(code));

/** serialization_failure, deadlock_detected: the database ended a transaction in favour of another. A retry succeeds. */
const CONFLICTS = new Set<unknown>(['40001', '40P01']);

export const isConflict = (error: unknown): boolean => wrapped(error).some(({ code }) => CONFLICTS.has(code));

const FOREIGN_KEY_VIOLATION = '23503';

/**
 * What a written row belongs to, when that was deleted while the row was written: `user` of the foreign key
 * `portfolios_user`. Foreign keys are named by their table and what it refers to.
 * @returns null for any other error
 */
export function deletedParent(error: unknown): string | null {
  const found = wrapped(error).find(({ code }) => code === FOREIGN_KEY_VIOLATION);
  const [table, key] = [String(found?.['table']), String(found?.['constraint'])];
  return found && key.startsWith(`${table}_`) ? key.slice(table.length + 1).replace(/_fkey$/, '') : null;
}

/** An error and those it wraps. */
function wrapped(error: unknown, depth = 0): Partial<Record<string, unknown>>[] {
  if (typeof error !== 'object' || error === null || depth > MAX_DEPTH) return [];
  const one = error as Partial<Record<string, unknown>>;
  const { driverError, cause, errors } = one;
  const inner: unknown[] = [driverError, cause, ...(Array.isArray(errors) ? (errors as unknown[]) : [])];
  return [one, ...inner.flatMap((next) => wrapped(next, depth + 1))];
}
