import { DAY_MS } from '../kernel/durations';

/** @source api.md 2 (AuditLog): kept 400 days */
const KEEP_DAYS = 400;

/**
 * Entries before this time may be deleted: the start (UTC) of the month that contains the day 400 days ago. Months
 * are deleted whole.
 * @param now milliseconds UTC
 */
export function prunableBefore(now: number): number {
  const oldest = new Date(now - KEEP_DAYS * DAY_MS);
  return Date.UTC(oldest.getUTCFullYear(), oldest.getUTCMonth(), 1);
}
