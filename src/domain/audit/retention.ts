/** @source api.md 2 (AuditLog): kept 400 days */
export const KEEP_DAYS = 400;

const DAY_MS = 86_400_000;

/**
 * Everything before this moment may go: the first instant (UTC) of the month that 400 days ago lies in, so that months
 * go as a whole.
 * @param now milliseconds UTC
 * @returns milliseconds UTC
 */
export function prunableBefore(now: number): number {
  const oldest = new Date(now - KEEP_DAYS * DAY_MS);
  return Date.UTC(oldest.getUTCFullYear(), oldest.getUTCMonth(), 1);
}
