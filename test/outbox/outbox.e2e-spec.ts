import { DataSource } from 'typeorm';
import { Outbox } from '../../src/adapters/events/outbox.store';
import { BacklogRepository } from '../../src/modules/webhooks/delivery/storage/backlog.repository';
import { DeliveryRules } from '../../src/modules/webhooks/delivery/delivery-rules';
import { FakeClock } from '../fakes/fake-clock';
import { createMigratedDatabase } from '../support/postgres';
import { advanceSqlTime } from '../support/sql-time';
import { newEvent } from '../webhooks/new-event';

const DAY_MS = 86_400_000;

const clock = new FakeClock(Date.now());
let url: string;
let source: DataSource;
let drop: () => Promise<void>;
let outbox: Outbox;
beforeAll(async () => {
  const database = await createMigratedDatabase();
  ({ drop, url } = database);
  source = await new DataSource({ type: 'postgres', url }).initialize();
  const wakeUp = { call: () => undefined, callHere: () => Promise.resolve() };
  outbox = new Outbox(source, clock, wakeUp);
});
afterAll(async () => {
  await source?.destroy();
  await drop?.();
});

const kept = async (): Promise<(string | null)[]> =>
  (await source.query<{ key: string | null }[]>('SELECT key FROM events')).map(({ key }) => key);

it('of several processes that raise an alert in two hours at the same moment, one raises it', async () => {
  const address = `0x${'1'.repeat(40)}`;
  const hours = ['alert:10', 'alert:11'];
  const raised = await Promise.all(
    Array.from({ length: 8 }, (_, i) =>
      outbox.appendUnless('alert', hours, { ...newEvent({ address }), key: hours[i % 2] ?? null }),
    ),
  );
  expect(raised.filter(Boolean)).toHaveLength(1);
  expect((await kept()).filter((key) => key?.startsWith('alert'))).toHaveLength(1);
});

it('no event is forgotten while no process looks for news: it could be found again', async () => {
  const backlog = new BacklogRepository(source, new DeliveryRules().with({ keepDays: 30 }));
  const append = async (key: string): Promise<void> => {
    await outbox.append([{ ...newEvent({ address: `0x${'2'.repeat(40)}` }), key }]);
    await source.query(`UPDATE events SET fanned_out_at = service_now() WHERE key = $1`, [key]);
  };
  const passDays = async (days: number): Promise<void> => {
    clock.advance(days * DAY_MS);
    await advanceSqlTime(url, days * DAY_MS);
  };
  await append('older');
  await passDays(30);
  await append('old');
  await passDays(50);
  expect(await outbox.caughtUpAt()).toBeNull();
  await outbox.catchUp(clock.now() - 40 * DAY_MS);
  await outbox.catchUp(clock.now() - 45 * DAY_MS);
  await backlog.prune();
  expect((await kept()).filter((key) => key?.startsWith('old'))).toEqual(['old']);
  await outbox.catchUp(clock.now());
  await backlog.prune();
  expect((await kept()).filter((key) => key?.startsWith('old'))).toEqual([]);
});
