import { setMaxListeners } from 'node:events';
import Redis from 'ioredis';
import type { Config } from '../../src/config/env';
import type { JobHandler } from '../../src/ports/work/jobs';
import { createMigratedDatabase, testConfig, type TestDatabase } from '../support/postgres';
import { describeWithRedis } from '../support/redis';
import { until } from '../support/until';
import { index, type JobsApp, startJobs } from './jobs-app';

setMaxListeners(0);
const never = new AbortController().signal;
const done: JobHandler<'index_wallet'> = () => Promise.resolve('done');
/** Longer than any test: a worker that works before it was woken. */
const NO_POLL = { pollEveryMs: 3_600_000 };

describeWithRedis('hints through Redis', (redis) => {
  let database: TestDatabase;
  let config: Config;
  const apps: JobsApp[] = [];

  const start = async (...args: [JobHandler<'index_wallet'> | null, Parameters<typeof startJobs>[2]?]) => {
    const app = await startJobs(config, ...args);
    apps.push(app);
    return app;
  };
  const work = async (api: JobsApp, key: string): Promise<unknown> => {
    const { jobId } = await index(api.jobs, key);
    return api.jobs.outcome(jobId, never);
  };
  /** Hints are sent only over a connection that stands. */
  const connected = async (clients: number): Promise<void> => {
    const probe = new Redis(redis().url);
    await until(async () => ((await probe.client('LIST')) as string).trim().split('\n').length > clients);
    probe.disconnect();
  };

  beforeAll(async () => {
    const migrated = await createMigratedDatabase();
    database = migrated;
    config = testConfig({ DATABASE_URL: database.url, REDIS_URL: redis().url });
  });
  afterEach(() => Promise.all(apps.splice(0).map((app) => app.close())));
  afterAll(() => database?.drop());

  it('wake a worker in another process', async () => {
    const api = await start(null);
    await start(done, NO_POLL);
    await connected(5);
    for (const key of ['a', 'b', 'c']) expect(await work(api, key)).toMatchObject({ status: 'completed' });
  });

  it('wait for a worker that has room', async () => {
    let finish = (): void => undefined;
    const held = new Promise<void>((resolve) => (finish = resolve));
    const api = await start(null);
    const begun: string[] = [];
    await start(
      ({ address }) => {
        begun.push(address);
        return held;
      },
      { ...NO_POLL, concurrency: 1 },
    );
    await connected(5);
    const long = await index(api.jobs, 'long');
    const short = await index(api.jobs, 'short');
    const payload = { given: 'marker', owned: [] };
    const marker = await api.jobs.enqueue('compute_snapshot', 'marker', payload, { requester: null });
    expect(await api.jobs.outcome(marker.jobId, never)).toMatchObject({ status: 'completed' });
    await until(() => begun.length > 0);
    expect(begun).toEqual(['long']);
    finish();
    expect(await api.jobs.outcome(long.jobId, never)).toMatchObject({ status: 'completed' });
    expect(await api.jobs.outcome(short.jobId, never)).toMatchObject({ status: 'completed' });
  });

  it('leave nothing behind in Redis', async () => {
    const api = await start(null);
    await start(done, NO_POLL);
    await connected(5);
    for (let i = 0; i < 10; i++) await work(api, `wallet ${i}`);
    const probe = new Redis(redis().url);
    await until(
      () => probe.keys('bull:indexing:????????-*'),
      (left) => left.length === 0,
    );
    probe.disconnect();
  });

  it('are not needed: Redis dies, jobs are found by polling, Redis returns, hints return', async () => {
    const api = await start(null);
    const worker = await start(done);
    await connected(5);
    expect(await work(api, 'with')).toMatchObject({ status: 'completed' });
    await redis().stop();
    for (const key of ['x', 'y', 'z']) expect(await work(api, key)).toMatchObject({ status: 'completed' });
    await worker.close();
    await start(done, NO_POLL);
    await redis().start();
    await connected(5);
    expect(await work(api, 'again')).toMatchObject({ status: 'completed' });
  });

  it('are not needed at the start: the service comes up, works and goes down without Redis', async () => {
    await redis().stop();
    const api = await start(null);
    const worker = await start(done);
    expect(await work(api, 'without')).toMatchObject({ status: 'completed' });
    await Promise.all([api.close(), worker.close()]);
    await redis().start();
  });

  it('survive an emptied Redis', async () => {
    const api = await start(null);
    await start(done);
    await connected(5);
    const probe = new Redis(redis().url);
    for (let i = 0; i < 5; i++) {
      const { jobId } = await index(api.jobs, `flushed ${i}`);
      await probe.flushall();
      expect(await api.jobs.outcome(jobId, never)).toMatchObject({ status: 'completed' });
    }
    probe.disconnect();
  });
});
