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
export function isOutage(error: unknown, depth = 0): boolean {
  if (typeof error !== 'object' || error === null || depth > MAX_DEPTH) return false;
  const { code, message, driverError, cause, errors } = error as Partial<Record<string, unknown>>;
  if (typeof code === 'string' && (CONNECTION_CODES.has(code) || UNAVAILABLE_SQLSTATE.test(code)))
    return true;
  if (typeof message === 'string' && UNAVAILABLE_TEXT.test(message)) return true;
  const inner: unknown[] = [driverError, cause, ...(Array.isArray(errors) ? (errors as unknown[]) : [])];
  return inner.some((next) => isOutage(next, depth + 1));
}
