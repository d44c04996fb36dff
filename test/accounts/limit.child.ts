import { RedisRateCounter } from '../../src/adapters/rate/redis-rate-counter';
import { SystemClock } from '../../src/adapters/system/system-clock';

/** One process of several that all call for the same client at the same moment. Prints how many were let through. */
async function main(): Promise<void> {
  const { REDIS_URL = '', CALLS = '0', START = '0' } = process.env;
  const counter = new RedisRateCounter(REDIS_URL, new SystemClock(), 30_000);
  await counter.onModuleInit();
  await new Promise((wake) => setTimeout(wake, Number(START) - Date.now()));
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
