import { randomUUID } from 'node:crypto';
import { until } from '../support/until';
import type { Death } from './dying-worker.child';
import { OutboxBench } from './outbox-bench';

/** The end of a calculation and its event: both or neither, wherever the worker dies. */

const DEMO = '0xde300000000000000000000000000000000a11ce';

/** A calculation whose worker was killed, and what was stored then. */
interface Cut {
  id: string;
  status: string | undefined;
  events: Record<string, unknown>[];
}

let bench: OutboxBench;
let uncommitted: Cut;
let committed: Cut;
let givenUp: Cut;
/** One worker finishes what the others left. */
beforeAll(async () => {
  bench = await OutboxBench.open();
  uncommitted = await cutAt('before commit');
  committed = await cutAt('after commit');
  givenUp = await cutAt('before append', 4);
  await bench.work();
});
afterAll(() => bench?.close());

async function cutAt(death: Death, attempts = 0): Promise<Cut> {
  const id = await order(attempts);
  await bench.dies(death, 'calculation.complete');
  return { id, status: await statusOf(id), events: await eventsOf(id) };
}

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

it('a worker that dies before the commit leaves neither; the next one stores both, once', async () => {
  const { id, status, events } = uncommitted;
  expect([status, events]).toEqual(['running', []]);
  await until(async () => (await statusOf(id)) === 'completed');
  expect(await eventsOf(id)).toEqual([
    expect.objectContaining({ status: 'completed', summary: expect.any(Object), error: null }),
  ]);
});

it('a worker that dies after the commit leaves both, and nothing is stored again', async () => {
  const { id, status, events } = committed;
  expect([status, events]).toEqual(['completed', [expect.objectContaining({ status: 'completed' })]]);
  const later = await order();
  await until(async () => (await statusOf(later)) === 'completed');
  expect(await eventsOf(id)).toEqual(events);
});

it('a calculation that is given up because its workers died is an event too', async () => {
  const { id, status, events } = givenUp;
  expect([status, events]).toEqual(['running', []]);
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
