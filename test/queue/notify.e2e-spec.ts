import { type JobsBench, jobsBench } from './jobs-bench';
import { index } from './jobs-app';
import { until } from '../support/until';

const never = new AbortController().signal;
/** Longer than any test: a job that is run was notified. */
const NO_POLL = { pollEveryMs: 3_600_000 };
const LISTENING = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle'
  AND application_name = 'cost-basis-notifications' AND query LIKE 'LISTEN%'`;

describe('notifications through Postgres, while Redis does not respond', () => {
  let bench: JobsBench;
  const listening = () => until(async () => (await bench.sql.query(LISTENING)).rowCount !== 0);

  beforeAll(async () => {
    bench = await jobsBench();
  });
  afterEach(() => bench.clear());
  afterAll(() => bench?.close());

  it('wake a worker in another process', async () => {
    const api = await bench.start(null);
    await bench.start(() => Promise.resolve('done'), NO_POLL);
    await listening();
    for (const key of ['a', 'b', 'c']) {
      const { jobId } = await index(api.jobs, key);
      expect(await api.jobs.outcome(jobId, never)).toMatchObject({ status: 'completed' });
    }
  });

  it('wake it again after its connection was cut', async () => {
    const api = await bench.start(null);
    await bench.start(() => Promise.resolve('done'), NO_POLL);
    await listening();
    await bench.sql.query(LISTENING.replace('SELECT 1', 'SELECT pg_terminate_backend(pid, 5000)'));
    await listening();
    const { jobId } = await index(api.jobs, 'wallet');
    expect(await api.jobs.outcome(jobId, never)).toMatchObject({ status: 'completed' });
  });
});
