import { requesterOf } from '../../src/domain/jobs/requester';
import type { JobHandler, Jobs } from '../../src/ports/work/jobs';
import { index } from './jobs-app';
import { type JobsBench, jobsBench } from './jobs-bench';
import { until } from '../support/until';

type Handler = JobHandler<'index_wallet'>;
const never = new AbortController().signal;
const stranger = (network: string): string => requesterOf({ kind: 'anonymous' }, network);

const order = (jobs: Jobs, key: string, requester: string | null): Promise<{ jobId: string }> =>
  jobs.enqueue('index_wallet', key, { address: key, given: key }, { requester });

/** Handlers that end one by one, when the test lets them. */
function held(): { handler: Handler; started: string[]; finish: () => void } {
  const started: string[] = [];
  const waiting: (() => void)[] = [];
  return {
    started,
    finish: () => waiting.shift()?.(),
    handler: ({ address }) => {
      started.push(address);
      return new Promise<void>((resolve) => waiting.push(resolve));
    },
  };
}

describe('the queue of reads', () => {
  let bench: JobsBench;

  beforeAll(async () => {
    bench = await jobsBench();
  });
  afterEach(() => bench.clear());
  afterAll(() => bench?.close());

  it('keeps places free for callers with a credential, however much others order', async () => {
    const work = held();
    const { jobs } = await bench.start(work.handler, { concurrency: 4, anonymousConcurrency: 2 });
    for (let i = 0; i < 30; i++) await order(jobs, `stranger ${i}`, stranger(`network ${i}`));
    await until(() => work.started.length === 2);
    await bench.lookedForJobs(jobs);
    expect(work.started).toHaveLength(2);
    await order(jobs, 'mine', 'user:u1');
    await until(() => work.started.includes('mine'));
    // Work that has not started yet cannot be finished.
    await until(() => {
      work.finish();
      return work.started.length === 31;
    });
    for (let i = 0; i < 4; i++) work.finish();
  });

  it('computes snapshots while reads hold all places', async () => {
    const work = held();
    const { jobs } = await bench.start(work.handler, { concurrency: 2 });
    for (const i of [1, 2, 3]) await order(jobs, `long ${i}`, 'user:u1');
    await until(() => work.started.length === 2);
    await bench.lookedForJobs(jobs);
    expect(work.started).toHaveLength(2);
    await until(() => {
      work.finish();
      return work.started.length === 3;
    });
    for (let i = 0; i < 2; i++) work.finish();
  });

  it('serves requesters in turns, the oldest job of each first', async () => {
    const work = held();
    const api = await bench.start(null);
    for (const i of [1, 2, 3]) await order(api.jobs, `many ${i}`, 'user:many');
    await order(api.jobs, 'few 1', 'user:few');
    await index(api.jobs, 'service');
    await bench.start(work.handler, { concurrency: 1 });
    for (let count = 1; count <= 5; count++) {
      await until(() => work.started.length === count);
      // They count for a minute after their end, and a slow machine may take longer for all five.
      await bench.sql.query('UPDATE jobs SET finished_at = now() WHERE finished_at IS NOT NULL');
      work.finish();
    }
    expect(work.started).toEqual(['many 1', 'few 1', 'service', 'many 2', 'many 3']);
  });

  it('moves a waiting job to the places of a caller with a credential who joins it', async () => {
    const work = held();
    const { jobs } = await bench.start(work.handler, { concurrency: 2, anonymousConcurrency: 1 });
    const first = await order(jobs, 'a', stranger('x'));
    const second = await order(jobs, 'b', stranger('x'));
    await until(() => work.started.length === 1);
    await bench.lookedForJobs(jobs);
    expect(work.started).toEqual(['a']);
    expect(await order(jobs, 'b', 'user:u1')).toEqual(second);
    await until(() => work.started.length === 2);
    work.finish();
    work.finish();
    await Promise.all([first, second].map(({ jobId }) => jobs.outcome(jobId, never)));
  });

  it('reports which reads are active', async () => {
    const { jobs } = await bench.start(null);
    await order(jobs, 'a', null);
    await expect(jobs.active('index_wallet', ['a', 'b'])).resolves.toEqual(new Set(['a']));
  });

  it('ends a job at its deadline and gives its place back, even when the work does not stop', async () => {
    let runs = 0;
    const stuck: Handler = () => (runs++ === 0 ? new Promise(() => undefined) : Promise.resolve());
    const { jobs } = await bench.start(stuck, { concurrency: 1, deadlineMs: 400 });
    const { jobId } = await order(jobs, 'hangs', 'user:u1');
    const { jobId: behind } = await order(jobs, 'behind', 'user:u1');
    await expect(jobs.outcome(jobId, never)).resolves.toMatchObject({
      status: 'failed',
      errorCode: 'SERVICE_UNAVAILABLE',
    });
    await expect(jobs.outcome(behind, never)).resolves.toMatchObject({ status: 'completed' });
  });
});
