import { entries, sql, withClient } from './entries';
import type { MainProcess } from '../support/main-process';
import { until } from '../support/until';
import { Swarm } from './swarm';

/** Three processes and what happens to them, one thing after the other. Full size: `npm run test:nightly -- chaos`. */

let swarm: Swarm;
let processes: MainProcess[];
/** Requests that must be in the chain. */
let asked = 0;

beforeAll(async () => {
  swarm = await Swarm.begin();
  processes = await Promise.all([swarm.spawn(), swarm.spawn(), swarm.spawn()]);
});
afterAll(() => swarm?.end());

async function ask(each: number): Promise<void> {
  const answered = await Promise.all(processes.map(({ url }) => swarm.ask(url, each)));
  expect(answered).toEqual(processes.map(() => each));
  asked += each * processes.length;
}

it('asked at once they write one chain with every request', async () => {
  await ask(200);
  await entries(swarm.database.url, asked);
  expect(await swarm.verify()).toMatchObject({ valid: true, entries: asked, missed: 0 });
});

it('killed in the middle of a batch, one leaves a chain that verifies, and the others go on', async () => {
  const doomed = processes.shift();
  if (!doomed) throw new Error('there is none');
  await withClient(swarm.database.url, async (client) => {
    // Its batch stands before the head, its entries inserted, and waits.
    await client.query('BEGIN');
    await client.query('SELECT * FROM audit_head FOR UPDATE');
    await swarm.ask(doomed.url, 50);
    // Within a transaction the view of who waits stands still.
    const waiting = (): Promise<object[]> =>
      sql(
        swarm.database.url,
        `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
           AND query LIKE '%INSERT INTO audit_logs%'`,
      );
    expect(await until(waiting, ({ length }) => length > 0)).toHaveLength(1);
    doomed.child.kill('SIGKILL');
    await doomed.ended;
    await client.query('COMMIT');
  });
  await ask(20);
  await entries(swarm.database.url, asked);
  // What the killed one had not written is lost, and nothing of it is there by half.
  expect(await swarm.verify()).toMatchObject({ valid: true, entries: asked });
});

it('without a database they answer, and record it when it is back', async () => {
  const name = new URL(swarm.database.url).pathname.slice(1);
  const server = new URL(swarm.database.url);
  server.pathname = '/postgres';
  await sql(server.href, `ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
  await sql(server.href, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`);
  await ask(300);
  await sql(server.href, `ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
  await ask(10);
  await entries(swarm.database.url, asked);
  expect(await swarm.verify()).toMatchObject({ valid: true, entries: asked, missed: 0 });
});

it('ended in order right after their answers, they write what they hold', async () => {
  await ask(100);
  for (const { child } of processes) child.kill('SIGTERM');
  const ends = await Promise.all(processes.map(({ ended }) => ended));
  expect(ends.map(({ code }) => code)).toEqual([0, 0]);
  expect(await swarm.verify()).toMatchObject({ valid: true, entries: asked, missed: 0 });
});
