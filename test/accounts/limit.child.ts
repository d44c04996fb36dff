import Redis from 'ioredis';
import { RedisRateCounter } from '../../src/adapters/rate/redis-rate-counter';
import { SystemClock } from '../../src/adapters/system/system-clock';
import { until } from '../support/until';

/** One process of several that all call for the same client at the same moment. Prints how many were let through. */
async function main(): Promise<void> {
  const { REDIS_URL = '', CALLS = '0', PROCESSES = '0' } = process.env;
  const counter = new RedisRateCounter(REDIS_URL, new SystemClock(), 30_000);
  await counter.onModuleInit();
  const redis = new Redis(REDIS_URL);
  await redis.incr('test:ready');
  await until(async () => Number(await redis.get('test:ready')) === Number(PROCESSES));
  redis.disconnect();
  const calls = Array.from({ length: Number(CALLS) }, () =>
    counter.take('user:everybody', { perMinute: 60, perDay: 1_000 }),
  );
  const verdicts = await Promise.all(calls);
  await counter.onApplicationShutdown();
  const passed = verdicts.filter(({ tripped }) => tripped === null).length;
  process.stdout.write(JSON.stringify({ passed, calls: verdicts.length }));
}

main().catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exit(1);
});
