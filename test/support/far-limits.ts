import { RedisTimes } from '../../src/adapters/redis/redis-times';

const HOUR_MS = String(3_600_000);
const REDIS_MS = 30_000;

/**
 * Limits of the product that no ordinary test meets, also on a machine that stands still for a while. A test about a
 * limit sets that one in an application of its own, in which nothing else must be fast.
 */
export const FAR_LIMITS = {
  RATE_LIMIT_RPM: '100000',
  RATE_LIMIT_RPD: '1000000',
  PARTIAL_BUDGET_MS: HOUR_MS,
  LIGHT_TIMEOUT_MS: HOUR_MS,
  HEAVY_TIMEOUT_MS: HOUR_MS,
  COMPUTE_TIMEOUT_MS: HOUR_MS,
  COMPUTE_ANONYMOUS_TIMEOUT_MS: HOUR_MS,
  COMPUTE_BACKGROUND_TIMEOUT_MS: HOUR_MS,
  WEBHOOK_TIMEOUT_MS: HOUR_MS,
  WEBHOOK_TEST_TIMEOUT_MS: HOUR_MS,
  DATABASE_CONNECT_TIMEOUT_MS: HOUR_MS,
};

/** As `FAR_LIMITS`, of answers of Redis. They end, because a Redis that says nothing is part of some tests. */
export const FAR_REDIS_TIMES = new RedisTimes().with({
  cacheMs: REDIS_MS,
  rateMs: REDIS_MS,
  hintMs: REDIS_MS,
});
