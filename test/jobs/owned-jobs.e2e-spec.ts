import { setMaxListeners } from 'node:events';
import { Client } from 'pg';
import type { Config } from '../../src/config/env';
import type { JobHandler, JobOwnership } from '../../src/ports/jobs';
import { type JobsApp, startJobs } from '../queue/jobs-app';
import { createMigratedDatabase, type TestDatabase } from '../support/postgres';

type Handler = JobHandler<'index_wallet'>;
setMaxListeners(0);
const never = new AbortController().signal;
const ofOwner = (owner: string): JobOwnership => ({ owner, address: null, params: {}, keepsResult: false });

describe('jobs somebody asked for', () => {
  let database: TestDatabase;
  let config: Config;
  let sql: Client;
  const apps: JobsApp[] = [];

  const start = async (...args: [Handler | null, Parameters<typeof startJobs>[2]?]): Promise<JobsApp> => {
    const app = await startJobs(config, ...args);
    apps.push(app);
    return app;
  };
  const ask = (app: JobsApp, key: string, ownership?: JobOwnership) =>
    app.jobs.enqueue('index_wallet', key, { address: key, given: key }, ownership);

  beforeAll(async () => {
    ({ config, ...database } = await createMigratedDatabase());
    sql = new Client({ connectionString: database.url });
    await sql.connect();
  });
  afterEach(async () => {
    await Promise.all(apps.splice(0).map((app) => app.close()));
    await sql.query('TRUNCATE jobs');
  });
  afterAll(async () => {
    await sql?.end();
    await database?.drop();
  });

  it('run three at a time for one owner, over all processes, and all of them in the end', async () => {
    const running = new Map<string, number>();
    const most = new Map<string, number>();
    const handler: Handler = async ({ address }) => {
      const owner = address.split('-')[0] ?? '';
      const now = (running.get(owner) ?? 0) + 1;
      running.set(owner, now);
      most.set(owner, Math.max(most.get(owner) ?? 0, now));
      await new Promise((wake) => setTimeout(wake, 120));
      running.set(owner, (running.get(owner) ?? 0) - 1);
      return {};
    };
    const asker = await start(null);
    const jobs = await Promise.all(
      ['ada', 'bob'].flatMap((owner) =>
        Array.from({ length: 10 }, (_, i) => ask(asker, `${owner}-${i}`, ofOwner(`user:${owner}`))),
      ),
    );
    await Promise.all([start(handler), start(handler), start(handler)]);
    const ends = await Promise.all(jobs.map(({ jobId }) => asker.jobs.outcome(jobId, never)));
    expect(ends.every((end) => end?.status === 'completed')).toBe(true);
    expect(Object.fromEntries(most)).toEqual({ ada: 3, bob: 3 });
  }, 30_000);

  it('do not starve the work they wait for', async () => {
    const here: JobsApp[] = [];
    const handler: Handler = async ({ address }, context) => {
      const [app] = here;
      if (context.owner === null || !app) return {};
      const { jobId } = await ask(app, `inner of ${address}`);
      return app.jobs.outcome(jobId, context.signal);
    };
    const app = await start(handler, { concurrency: 2 });
    here.push(app);
    const { jobs } = app;
    const asked = await Promise.all(
      Array.from({ length: 6 }, (_, i) => ask(app, `outer ${i}`, ofOwner(`user:${i}`))),
    );
    const ends = await Promise.all(asked.map(({ jobId }) => jobs.outcome(jobId, never)));
    expect(ends.map((end) => end?.status)).toEqual(Array(6).fill('completed'));
  }, 30_000);

  it('are forgotten after seven days, except results that are kept', async () => {
    const asker = await start(null);
    const kept = await ask(asker, 'kept', { ...ofOwner('user:ada'), keepsResult: true });
    const failed = await ask(asker, 'failed', { ...ofOwner('user:ada'), keepsResult: true });
    const plain = await ask(asker, 'plain', ofOwner('user:ada'));
    const end = (status: string, { jobId }: { jobId: string }) =>
      sql.query(`UPDATE jobs SET status = $1, finished_at = now() - interval '8 days' WHERE id = $2`, [
        status,
        jobId,
      ]);
    await end('completed', kept);
    await end('failed', failed);
    await end('completed', plain);
    await start(() => Promise.resolve({}));
    for (let i = 0; i < 100; i++) {
      const { rows } = await sql.query<{ id: string }>('SELECT id FROM jobs');
      if (rows.length === 1) return expect(rows).toEqual([{ id: kept.jobId }]);
      await new Promise((wake) => setTimeout(wake, 50));
    }
    throw new Error('the sweep left what it should have taken');
  }, 30_000);
});
