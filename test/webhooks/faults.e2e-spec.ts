import { once, setMaxListeners } from 'node:events';
import Redis from 'ioredis';
import { QueueWakeUp } from '../../src/adapters/queue/wake-up/queue-wake-up';
import { WakeUp } from '../../src/ports/work/wake-up';
import { describeWithRedis } from '../support/redis';
import { HOUR_MS } from '../../src/domain/kernel/durations';
import { eventOf, type Receiver } from './receiver';
import { CLEAN, failTenth, Storm } from './storm';
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
  it('killed in the middle of an attempt leave it in the log; it is done again with its number', async () => {
    const storm = await begin(1);
    await storm.spawn();
    storm.receiver.answer(() => undefined);
    await storm.tell(1, 1);
    await until(
      () => storm.receiver.requests.length,
      (n) => n === 1,
    );
    await storm.killAll();
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
    await storm.endLeases();
    const successor = await storm.spawn();
    await storm.drained();
    const attempts = 'SELECT * FROM webhook_attempts WHERE event_id = $1 ORDER BY created_at';
    const [first] = storm.receiver.requests;
    const eventId = first && eventOf(first).event_id;
    const before = await storm.sql.query(attempts, [eventId]);
    const deliveries = await storm.sql.query('SELECT * FROM webhook_deliveries');
    successor.kill('SIGKILL');
    await once(successor, 'exit');
    answerFirst();
    frozen.kill('SIGCONT');
    // It writes the ends of its attempts one after the other: when that of a later one stands, it has tried the first.
    await storm.tell(1, 1);
    await storm.drained();
    expect((await storm.sql.query(attempts, [eventId])).rows).toEqual(before.rows);
    expect((await storm.sql.query('SELECT * FROM webhook_deliveries')).rows).toEqual(
      expect.arrayContaining(deliveries.rows),
    );
    expect(await storm.reckon(2)).toMatchObject(CLEAN);
  });

  it('told to stop finish what ends in time, and put the rest back for later', async () => {
    const storm = await begin(2, { WEBHOOK_REQUEUE_DELAY_MS: String(HOUR_MS) });
    const held: (() => void)[] = [];
    const hold: Parameters<Receiver['answer']>[0] = (_, response) => void held.push(() => response.end());
    storm.receiver.answer(hold);
    const patient = await storm.spawn({ graceMs: HOUR_MS });
    await storm.tell(1, 2);
    await until(() => held.length === 1);
    const stopping = patient.stdout && once(patient.stdout, 'data');
    const left = once(patient, 'exit');
    patient.kill('SIGTERM');
    expect(String(await stopping)).toContain('stopping');
    held.pop()?.();
    expect(await left).toEqual([0, null]);

    const hasty = await storm.spawn({ graceMs: 1, abortMs: HOUR_MS });
    await storm.tell(1, 2);
    await until(() => held.length === 1);
    const gone = once(hasty, 'exit');
    hasty.kill('SIGTERM');
    expect(await gone).toEqual([0, null]);
    const { rows } = await storm.sql.query<{ status: string; error_message: string | null }>(
      'SELECT status, error_message FROM webhook_attempts ORDER BY status',
    );
    expect(rows).toEqual([
      { status: 'failed', error_message: 'worker shutdown; outcome unknown' },
      { status: 'success', error_message: null },
    ]);
    const later = `status = 'waiting' AND next_attempt_at > now() + interval '50 minutes'`;
    expect(await storm.count(`SELECT count(*) AS n FROM webhook_deliveries WHERE ${later}`)).toBe(1);
    await storm.sql.query('UPDATE webhook_deliveries SET next_attempt_at = now()');
    storm.receiver.answer((_, response) => void response.end());
    await storm.spawn();
    await storm.drained();
    expect(await storm.reckon(2)).toMatchObject(CLEAN);
  });

  it('find what was committed by a process that died before it could say so', async () => {
    const storm = await begin(1);
    await storm.spawn();
    expect(await storm.dieTelling(4)).toEqual(Array(4).fill('SIGKILL'));
    await storm.drained();
    expect(await storm.reckon(4)).toMatchObject(CLEAN);
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
