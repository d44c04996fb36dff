/** Attempts that reach the receiver. @source spec 6, 8 */
const MAX_ATTEMPTS = 3;
/** Requeues of an attempt that could not run or end. @source api.md 3 */
export const MAX_REQUEUES = 10;

/** In the terms of the log. `retrying`: failed, another attempt is planned. */
export type NextStep = { status: 'success' } | { status: 'retrying'; delayMs: number } | { status: 'failed' };

/**
 * @param attempt number of the attempt that ended, from 1
 * @param backoffMs between the first and second, and the second and third attempt
 */
export function afterAttempt(attempt: number, succeeded: boolean, backoffMs: readonly number[]): NextStep {
  if (succeeded) return { status: 'success' };
  const delayMs = backoffMs[attempt - 1];
  return attempt < MAX_ATTEMPTS && delayMs !== undefined
    ? { status: 'retrying', delayMs }
    : { status: 'failed' };
}

export const isSuccess = (statusCode: number | null): boolean =>
  statusCode !== null && statusCode >= 200 && statusCode < 300;
