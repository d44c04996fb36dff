import { PrometheusMetrics } from '../../src/adapters/metrics/prometheus-metrics';
import type { ThreadPool } from '../../src/adapters/compute/thread-pool';
import type { CallerKind } from '../../src/ports/work/compute';
import { task } from './endless.task';
import { newPool } from './pool';

const order = (kind: CallerKind, signal?: AbortSignal) => ({
  caller: { kind, id: kind },
  size: Infinity,
  signal,
});

describe('ThreadPool', () => {
  const metrics = new PrometheusMetrics();
  let pool: ThreadPool;

  beforeAll(() => {
    pool = newPool({ COMPUTE_THREADS: '3', COMPUTE_MEMORY_MB: '64' }, metrics);
    pool.onModuleInit();
  });
  afterAll(() => pool.onModuleDestroy());

  const counted = async (outcome: string, where = metrics): Promise<boolean> =>
    (await where.text()).body.includes(
      `cost_basis_compute_seconds_count{task="posted_cost_basis",outcome="${outcome}"}`,
    );

  it('returns every digit, and moves byte arrays both ways', async () => {
    const bytes = new Uint8Array(100_000).fill(7);
    const answer = await pool.run(task, { does: 'answer', bytes }, order('free'));
    expect(answer.sum).toBe(2n ** 200n);
    expect(Buffer.from(answer.bytes ?? [])).toEqual(Buffer.alloc(100_000, 7));
    expect(bytes.byteLength).toBe(0);
  });

  it('copies an array that shares its memory', async () => {
    const shared = new Uint8Array(16).fill(7);
    const answer = await pool.run(task, { does: 'answer', bytes: shared.subarray(0, 8) }, order('free'));
    expect(answer.bytes).toHaveLength(8);
    expect(shared).toHaveLength(16);
  });

  it('runs small work on the calling thread', async () => {
    const bytes = new Uint8Array(16);
    const small = { ...order('free'), size: 1 };
    expect((await pool.run(task, { does: 'answer', bytes }, small)).bytes).toBe(bytes);
  });

  it('passes refusals and defects on', async () => {
    await expect(pool.run(task, { does: 'refuse' }, order('free'))).rejects.toMatchObject({
      name: 'AppError',
      code: 'INVALID_REQUEST',
      details: { row: 3 },
      message: 'Not this one',
    });
    await expect(pool.run(task, { does: 'fail' }, order('free'))).rejects.toThrow('a defect');
    expect(await counted('refused')).toBe(true);
    expect(await counted('failed')).toBe(true);
  });

  it('stops a task at its time limit, a task beyond its memory, and one whose caller leaves; others go on', async () => {
    const limited = new PrometheusMetrics();
    const hasty = newPool(
      { COMPUTE_THREADS: '3', COMPUTE_MEMORY_MB: '64', COMPUTE_ANONYMOUS_TIMEOUT_MS: '300' },
      limited,
    );
    hasty.onModuleInit();
    const stop = new AbortController();
    const ended = Promise.allSettled([
      hasty.run(task, { does: 'loop' }, order('anonymous')),
      hasty.run(task, { does: 'hog' }, order('background')),
      hasty.run(task, { does: 'loop' }, order('free', stop.signal)),
    ]);
    const paid = hasty.run(task, { does: 'answer' }, order('paid'));
    expect((await paid).sum).toBe(2n ** 200n);
    stop.abort(new Error('gone'));
    const [late, large, gone] = await ended;
    expect(late).toMatchObject({ reason: { name: 'ComputeStopped', reason: 'time', retryAfterSeconds: 5 } });
    expect(large).toMatchObject({ reason: { name: 'ComputeStopped', reason: 'memory' } });
    expect(gone).toMatchObject({ reason: { message: 'gone' } });
    expect((await hasty.run(task, { does: 'answer' }, order('free'))).sum).toBe(2n ** 200n);
    for (const outcome of ['time', 'memory', 'left', 'done'])
      expect([outcome, await counted(outcome, limited)]).toEqual([outcome, true]);
    expect((await limited.text()).body).toContain(
      'cost_basis_compute_tasks{caller="anonymous",state="running"} 0',
    );
    await hasty.onModuleDestroy();
  });

  it('refuses what it cannot keep waiting, and states when to retry', async () => {
    const stop = new AbortController();
    const orders = Array.from({ length: 6 }, () =>
      pool.run(task, { does: 'loop' }, order('anonymous', stop.signal)),
    );
    await expect(orders[5]).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      details: { dependency: 'calculations', retry_after_seconds: 5 },
    });
    stop.abort(new Error('done'));
    await Promise.allSettled(orders);
  });

  it('does not start for a caller that has left', async () => {
    const signal = AbortSignal.abort(new Error('gone'));
    await expect(pool.run(task, { does: 'loop' }, order('free', signal))).rejects.toThrow('gone');
  });
});
