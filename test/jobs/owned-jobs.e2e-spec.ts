import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import type { JobHandler, JobOwnership } from '../../src/ports/work/jobs';
import type { JobsApp } from '../queue/jobs-app';
import { type JobsBench, jobsBench } from '../queue/jobs-bench';
import { until } from '../support/until';

type Handler = JobHandler<'index_wallet'>;
setMaxListeners(0);
const never = new AbortController().signal;
const ofOwner = (owner: string): JobOwnership => ({ owner, address: null, params: {}, keepsResult: false });

describe('jobs somebody asked for', () => {
  let bench: JobsBench;

  const ask = (app: JobsApp, key: string, ownership?: JobOwnership) =>
    app.jobs.enqueue('index_wallet', key, { address: key, given: key }, ownership);

  beforeAll(async () => {
    bench = await jobsBench();
  });
  afterEach(() => bench.clear());
  afterAll(() => bench?.close());

  it('run three at a time for one owner, over all processes, and all of them in the end', async () => {
    const running = new Map<string, number>();
    const most = new Map<string, number>();
    let finish = (): void => undefined;
    const held = new Promise<void>((resolve) => (finish = resolve));
    const handler: Handler = async ({ address }) => {
      const owner = address.split('-')[0] ?? '';
      const now = (running.get(owner) ?? 0) + 1;
      running.set(owner, now);
      most.set(owner, Math.max(most.get(owner) ?? 0, now));
      if (owner !== 'marker') await held;
      running.set(owner, (running.get(owner) ?? 0) - 1);
      return {};
    };
    const asker = await bench.start(null);
    const jobs = await Promise.all(
      ['ada', 'bob'].flatMap((owner) =>
        Array.from({ length: 10 }, (_, i) => ask(asker, `${owner}-${i}`, ofOwner(`user:${owner}`))),
      ),
    );
    await Promise.all([bench.start(handler), bench.start(handler), bench.start(handler)]);
    await until(() => running.get('ada') === 3 && running.get('bob') === 3);
    // Claimed after both have three, while places are free.
    const marker = await ask(asker, 'marker', ofOwner('user:marker'));
    await asker.jobs.outcome(marker.jobId, never);
    expect(Object.fromEntries(most)).toEqual({ ada: 3, bob: 3, marker: 1 });
    finish();
    const ends = await Promise.all(jobs.map(({ jobId }) => asker.jobs.outcome(jobId, never)));
    expect(ends.every((end) => end?.status === 'completed')).toBe(true);
    expect(Object.fromEntries(most)).toEqual({ ada: 3, bob: 3, marker: 1 });
  });

  it('of the spaces of one account run three at a time in all', async () => {
    const [account, ...spaces] = Array.from({ length: 3 }, () => randomUUID());
    await bench.sql.query(
      `INSERT INTO users (id, email, full_name, created_at) VALUES ($1, $2, 'Ada', now())`,
      [account, 'ada@example.com'],
    );
    for (const space of spaces)
      await bench.sql.query(
        `INSERT INTO users (id, full_name, space_owner_id, created_at) VALUES ($1, 'client', $2, now())`,
        [space, account],
      );
    let [running, most] = [0, 0];
    let finish = (): void => undefined;
    const held = new Promise<void>((resolve) => (finish = resolve));
    const handler: Handler = async ({ address }) => {
      if (address === 'marker') return {};
      most = Math.max(most, ++running);
      await held;
      running--;
      return {};
    };
    const asker = await bench.start(null);
    const jobs = await Promise.all(
      Array.from({ length: 8 }, (_, i) => ask(asker, `client-${i}`, ofOwner(`user:${spaces[i % 2]}`))),
    );
    await Promise.all([bench.start(handler), bench.start(handler)]);
    await until(() => running >= 3);
    // Claimed after three run, while places are free.
    const marker = await ask(asker, 'marker', ofOwner('user:marker'));
    await asker.jobs.outcome(marker.jobId, never);
    expect(most).toBe(3);
    finish();
    const ends = await Promise.all(jobs.map(({ jobId }) => asker.jobs.outcome(jobId, never)));
    expect(ends.every((end) => end?.status === 'completed')).toBe(true);
    expect(most).toBe(3);
  });

  it('do not starve the work they wait for', async () => {
    const here: JobsApp[] = [];
    const handler: Handler = async ({ address }, context) => {
      const [app] = here;
      if (context.owner === null || !app) return {};
      const { jobId } = await ask(app, `inner of ${address}`);
      return app.jobs.outcome(jobId, context.signal);
    };
    const app = await bench.start(handler, { concurrency: 2 });
    here.push(app);
    const { jobs } = app;
    const asked = await Promise.all(
      Array.from({ length: 6 }, (_, i) => ask(app, `outer ${i}`, ofOwner(`user:${i}`))),
    );
    const ends = await Promise.all(asked.map(({ jobId }) => jobs.outcome(jobId, never)));
    expect(ends.map((end) => end?.status)).toEqual(Array(6).fill('completed'));
  });

  it('are forgotten after seven days, except results that are kept', async () => {
    const asker = await bench.start(null);
    const kept = await ask(asker, 'kept', { ...ofOwner('user:ada'), keepsResult: true });
    const failed = await ask(asker, 'failed', { ...ofOwner('user:ada'), keepsResult: true });
    const plain = await ask(asker, 'plain', ofOwner('user:ada'));
    const end = (status: string, { jobId }: { jobId: string }) =>
      bench.sql.query(`UPDATE jobs SET status = $1, finished_at = now() - interval '8 days' WHERE id = $2`, [
        status,
        jobId,
      ]);
    await end('completed', kept);
    await end('failed', failed);
    await end('completed', plain);
    await bench.start(() => Promise.resolve({}));
    const left = await until(
      async () => (await bench.sql.query<{ id: string }>('SELECT id FROM jobs')).rows,
      (rows) => rows.length <= 1,
    );
    expect(left).toEqual([{ id: kept.jobId }]);
  });
});
