import { randomUUID } from 'node:crypto';
import { until } from '../support/until';
import { OutboxBench } from './outbox-bench';

/** The end of a calculation and its event: both or neither, wherever the worker dies. */

const DEMO = '0xde300000000000000000000000000000000a11ce';

let bench: OutboxBench;
beforeAll(async () => {
  bench = await OutboxBench.open();
});
afterEach(() => bench.clear());
afterAll(() => bench?.close());

async function order(attempts = 0): Promise<string> {
  const payload = { given: DEMO, owned: [], force: false, persistLineage: false };
  const { rows } = await bench.sql.query<{ id: string }>(
    `INSERT INTO jobs (type, dedupe_key, payload, owner, address, address_given, params, attempts)
     VALUES ('precompute', $1, $2, $3, $4, $4, '{}', $5) RETURNING id`,
    [randomUUID(), JSON.stringify(payload), `user:${bench.user}`, DEMO, attempts],
  );
  return rows[0]?.id ?? '';
}

const statusOf = async (id: string): Promise<string | undefined> =>
  (await bench.sql.query<{ status: string }>('SELECT status FROM jobs WHERE id = $1', [id])).rows[0]?.status;

async function eventsOf(id: string): Promise<Record<string, unknown>[]> {
  const stored = await bench.events('calculation.complete');
  return stored.map(({ data }) => data).filter((data) => data['job_id'] === id);
}

it.each(['before append', 'before commit'] as const)(
  'a worker that dies %s leaves neither; the next one stores both, once',
  async (death) => {
    const id = await order();
    await bench.dies(death, 'calculation.complete');
    expect([await statusOf(id), await eventsOf(id)]).toEqual(['running', []]);
    await bench.work();
    await until(async () => (await statusOf(id)) === 'completed');
    expect(await eventsOf(id)).toEqual([
      expect.objectContaining({ status: 'completed', summary: expect.any(Object), error: null }),
    ]);
  },
);

it('a worker that dies after the commit leaves both, and nothing is stored again', async () => {
  const id = await order();
  await bench.dies('after commit', 'calculation.complete');
  expect(await statusOf(id)).toBe('completed');
  const before = await bench.events('calculation.complete');
  expect(before).toHaveLength(1);
  await bench.work();
  const other = await order();
  await until(async () => (await statusOf(other)) === 'completed');
  expect((await bench.events('calculation.complete')).filter(({ id }) => id === before[0]?.id)).toEqual(
    before,
  );
  expect(await eventsOf(id)).toHaveLength(1);
});

it('a calculation that is given up because its workers died is an event too', async () => {
  const id = await order(4);
  await bench.dies('before append', 'calculation.complete');
  await bench.work();
  await until(async () => (await statusOf(id)) === 'failed');
  expect(await eventsOf(id)).toEqual([
    expect.objectContaining({
      status: 'failed',
      result_url: null,
      summary: null,
      error: { code: 'INTERNAL_ERROR' },
    }),
  ]);
});
