import { setMaxListeners } from 'node:events';
import Redis from 'ioredis';
import { startRedis } from '../support/redis';
import { CLEAN, failTenth, Storm } from '../webhooks/storm';
import { seeded } from '../support/seeded';
import { until } from '../support/until';

/** Full size: minutes, not seconds. Needs redis-server on PATH. */
setMaxListeners(0);
const HOOKS = 50;
const say = (what: string, numbers: object): void =>
  void process.stdout.write(`${what}: ${JSON.stringify(numbers)}\n`);

let storm: Storm | undefined;
/** Workers that die or freeze lose what they hold soon, as in the product. */
const SHORT_LEASES = { leaseMs: 1_000, renewEveryMs: 200 };
const begin = async (webhooks: number, env: Record<string, string> = {}): Promise<Storm> =>
  (storm = await Storm.begin(webhooks, { WEBHOOK_TIMEOUT_MS: '2000', ...env }, SHORT_LEASES));
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Kills workers at random moments and replaces each, `kills` times. */
async function killAtRandom(storm: Storm, kills: number, everyMs: number): Promise<void> {
  const chance = seeded('kills');
  for (let i = 0; i < kills; i++) {
    await pause(chance() * 2 * everyMs);
    const victim = storm.workers[Math.floor(chance() * storm.workers.length)];
    victim?.kill('SIGKILL');
    void storm.spawn();
  }
}
afterEach(async () => {
  await storm?.end();
  storm = undefined;
});

it('10,000 deliveries, workers killed 50 times at random: nothing lost, nothing unlogged', async () => {
  const storm = await begin(HOOKS);
  failTenth(storm.receiver);
  await Promise.all([storm.spawn(), storm.spawn()]);
  const began = performance.now();
  const kills = killAtRandom(storm, 50, 400);
  await storm.tell(10_000, HOOKS);
  await kills;
  await storm.drained();
  const reckoning = await storm.reckon(10_000);
  say('kill -9', { seconds: Math.round((performance.now() - began) / 1000), ...reckoning });
  expect(reckoning).toMatchObject(CLEAN);
  expect(reckoning.workerLost).toBeGreaterThan(0);
});

it('a process killed between commit and hint, 200 times: everything is delivered', async () => {
  const storm = await begin(HOOKS);
  await storm.spawn();
  const deaths = await storm.dieTelling(200);
  expect(new Set(deaths)).toEqual(new Set(['SIGKILL']));
  const began = performance.now();
  await storm.drained();
  const reckoning = await storm.reckon(200);
  say('killed between commit and hint', { drained_ms: Math.round(performance.now() - began), ...reckoning });
  expect(reckoning).toMatchObject(CLEAN);
});

it('workers frozen past their lease, again and again: no state is overwritten', async () => {
  const storm = await begin(HOOKS);
  failTenth(storm.receiver);
  await Promise.all([storm.spawn(), storm.spawn(), storm.spawn()]);
  const told = storm.tell(3_000, HOOKS, 50);
  for (let i = 0; i < 8; i++) {
    await pause(300);
    const frozen = storm.workers[i % storm.workers.length];
    frozen?.kill('SIGSTOP');
    await pause(1_500);
    frozen?.kill('SIGCONT');
  }
  await told;
  await storm.drained();
  const reckoning = await storm.reckon(3_000);
  say('frozen', reckoning);
  expect(reckoning).toMatchObject(CLEAN);
});

it('Redis emptied, then away for a minute: nothing lost, and hints return with it', async () => {
  const redis = await startRedis();
  const storm = await begin(HOOKS, { REDIS_URL: redis.url });
  try {
    await Promise.all([storm.spawn(), storm.spawn()]);
    await storm.tell(2_000, HOOKS);
    const probe = new Redis(redis.url);
    await probe.flushall();
    probe.disconnect();
    await storm.tell(2_000, HOOKS);
    await redis.stop();
    for (let i = 0; i < 12; i++) {
      await storm.tell(200, HOOKS);
      await pause(5_000);
    }
    await redis.start();
    await storm.tell(1_000, HOOKS);
    await until(
      () => storm.receiver.requests.length,
      (n) => n >= 7_400,
    );
    await storm.drained();
    const reckoning = await storm.reckon(7_400);
    say('Redis away', reckoning);
    expect(reckoning).toMatchObject(CLEAN);
  } finally {
    await redis.stop();
  }
});
