import { ExponentialBackoff, handleWhen, retry } from 'cockatiel';
import type { Clock } from '../../ports/clock';
import { isOutage } from '../../ports/storage/outage';
import type { DatabaseConfig } from './data-source';
import { ResilientClient } from './resilient-client';

/** A refused login or a missing database: an operator must act. */
const LASTING_SQLSTATE = /^(28...|3D000)$/;

export const urlsOf = (config: DatabaseConfig): readonly string[] => {
  const { DATABASE_URL, DATABASE_SESSION_URL, DATABASE_MIGRATION_URL } = config;
  const urls = [DATABASE_URL, DATABASE_SESSION_URL, DATABASE_MIGRATION_URL];
  return [...new Set(urls.filter((url) => url !== undefined))];
};

/**
 * Connects again after growing pauses while the server is not ready.
 * @param until time of `clock.elapsed()` after which a failure is final
 * @param onRetry called after the first failure that is not final
 * @throws the last failure of the driver
 */
export async function untilReachable(
  clock: Clock,
  url: string,
  timeoutMs: number,
  until: number,
  onRetry: (error: Error) => void,
): Promise<void> {
  const policy = retryUntil(clock, until);
  policy.onRetry((reason) => {
    if (reason.attempt === 1 && 'error' in reason) onRetry(reason.error);
  });
  await policy.execute(async () => {
    const client = new ResilientClient({ connectionString: url, connectionTimeoutMillis: timeoutMs });
    await client.connect();
    await client.end();
  });
}

/** @param until time of `clock.elapsed()` */
export const retryUntil = (clock: Clock, until: number) =>
  retry(
    handleWhen((error) => isOutage(error) && !isLasting(error) && clock.elapsed() < until),
    { maxAttempts: Infinity, backoff: new ExponentialBackoff({ initialDelay: 100, maxDelay: 2_000 }) },
  );

const isLasting = (error: Error): boolean =>
  'code' in error && typeof error.code === 'string' && LASTING_SQLSTATE.test(error.code);
