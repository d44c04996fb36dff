import { once, setMaxListeners } from 'node:events';
import Redis from 'ioredis';
import { QueueWakeUp } from '../../src/adapters/queue/wake-up/queue-wake-up';
import { WakeUp } from '../../src/ports/work/wake-up';
import { describeWithRedis } from '../support/redis';
import { CLEAN, failTenth, killAtRandom, pause, Storm } from './storm';
import { until } from '../support/until';

setMaxListeners(0);
const HOOKS = 10;

let storm: Storm | undefined;
const begin = async (...args: Parameters<typeof Storm.begin>): Promise<Storm> =>
  (storm = await Storm.begin(...args));
afterEach(async () => {
  await storm?.end();
  storm = undefined;
});

describe('workers', () => {
  it('killed at random lose nothing, and send nothing that is not in the log', async () => {
    const storm = await begin(HOOKS);
    failTenth(storm.receiver);
    await Promise.all([storm.spawn(), storm.spawn()]);
    const told = storm.tell(400, HOOKS, 50);
    await killAtRandom(storm, 6, 150);
    await told;
    await storm.drained();
    expect(await storm.reckon(400)).toMatchObject(CLEAN);
  });

  it('killed in the middle of an attempt leave it in the log; it is done again with its number', async () => {
    const storm = await begin(1);
    const worker = await storm.spawn();
    storm.receiver.answer(() => undefined);
    await storm.tell(1, 1);
    await until(
      () => storm.receiver.requests.length,
      (n) => n === 1,
    );
    worker.kill('SIGKILL');
    storm.receiver.answer((_, response) => void response.end());
    await storm.spawn();
    await storm.drained();
    const { rows } = await storm.sql.query(
      'SELECT attempt, status, status_code, error_message FROM webhook_attempts ORDER BY created_at',
    );
    expect(rows).toEqual([
      { attempt: 1, status: 'failed', status_code: null, error_message: 'worker lost; outcome unknown' },
      { attempt: 1, status: 'success', status_code: 200, error_message: null },
    ]);
    const ids = storm.receiver.requests.map((request) => request.headers['x-service-event-id']);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  });

  it('frozen past their lease write nothing when they wake', async () => {
    const storm = await begin(1);
    const frozen = await storm.spawn();
    let answerFirst = (): void => undefined;
    storm.receiver.answer((_, response) => {
      if (storm.receiver.requests.length > 1) response.end();
      else answerFirst = () => void response.writeHead(500).end();
    });
    await storm.tell(1, 1);
    await until(
      () => storm.receiver.requests.length,
      (n) => n === 1,
    );
    frozen.kill('SIGSTOP');
    await storm.spawn();
    await storm.drained();
    const before = await storm.sql.query('SELECT * FROM webhook_attempts ORDER BY created_at');
    const deliveries = await storm.sql.query('SELECT * FROM webhook_deliveries');
    answerFirst();
    frozen.kill('SIGCONT');
    await pause(800);
    expect((await storm.sql.query('SELECT * FROM webhook_attempts ORDER BY created_at')).rows).toEqual(
      before.rows,
    );
    expect((await storm.sql.query('SELECT * FROM webhook_deliveries')).rows).toEqual(deliveries.rows);
    expect(await storm.reckon(1)).toMatchObject(CLEAN);
  });

  it('told to stop finish what ends in time, and put the rest back for later', async () => {
    const storm = await begin(
      2,
      { WEBHOOK_TIMEOUT_MS: '20000', WEBHOOK_REQUEUE_DELAY_MS: '400' },
      { graceMs: 2_500 },
    );
    storm.receiver.answer((request, response) => {
      if (storm.receiver.requests.length > 2) return void response.end();
      if (request.path === '/0') setTimeout(() => response.end(), 150);
    });
    const worker = await storm.spawn();
    await storm.tell(2, 2);
    await until(
      () => storm.receiver.requests.length,
      (n) => n === 2,
    );
    worker.kill('SIGTERM');
    const [code] = (await once(worker, 'exit')) as [number | null];
    expect(code).toBe(0);
    const { rows } = await storm.sql.query<{ status: string; error_message: string | null }>(
      'SELECT status, error_message FROM webhook_attempts ORDER BY status',
    );
    expect(rows).toEqual([
      { status: 'failed', error_message: 'worker shutdown; outcome unknown' },
      { status: 'success', error_message: null },
    ]);
    await storm.spawn();
    await storm.drained();
    expect(await storm.reckon(2)).toMatchObject(CLEAN);
    const [first, again] = storm.receiver.requests.filter((request) => request.path === '/1');
    expect((again?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(400);
  });

  it('find what was committed by a process that died before it could say so', async () => {
    const storm = await begin(1);
    await storm.spawn();
    expect(await storm.dieTelling(20)).toEqual(Array.from({ length: 20 }, () => 'SIGKILL'));
    await storm.drained();
    expect(await storm.reckon(20)).toMatchObject(CLEAN);
  });
});

describeWithRedis('with Redis', (redis) => {
  /** No process polls: an arrival needs a notification. */
  it('a hint wakes a worker in another process', async () => {
    const storm = await begin(1, { REDIS_URL: redis().url }, { pollEveryMs: 3_600_000 });
    await storm.spawn();
    const wakeUp = storm.eventSource.get(WakeUp);
    await until(
      () => wakeUp instanceof QueueWakeUp && wakeUp.isUp(),
      (isConnected) => isConnected,
    );
    for (let i = 1; i <= 3; i++) {
      await storm.tell(1, 1);
      await until(
        () => storm.receiver.requests.length,
        (n) => n === i,
      );
    }
  });

  it('emptied, stopped and back again, nothing is lost', async () => {
    const storm = await begin(HOOKS, { REDIS_URL: redis().url });
    failTenth(storm.receiver);
    await Promise.all([storm.spawn(), storm.spawn()]);
    await storm.tell(100, HOOKS, 20);
    const probe = new Redis(redis().url);
    await probe.flushall();
    probe.disconnect();
    await storm.tell(100, HOOKS, 20);
    await redis().stop();
    await storm.tell(100, HOOKS, 20);
    await until(
      () => storm.receiver.requests.length,
      (n) => n >= 250,
    );
    await redis().start();
    await storm.tell(100, HOOKS, 20);
    await storm.drained();
    expect(await storm.reckon(400)).toMatchObject(CLEAN);
  });
});
