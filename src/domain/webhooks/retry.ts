/** Attempts the receiver may answer, in all. @source spec 6, 8 */
export const MAX_ATTEMPTS = 3;
/** Times an attempt that could not run or end is put back. @source api.md 3 */
export const MAX_REQUEUES = 10;

/** What becomes of a delivery after an attempt; the words of the log (`retrying`: failed, another one is planned). */
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
