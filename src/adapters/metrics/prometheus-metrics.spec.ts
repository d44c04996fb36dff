import { PrometheusMetrics } from './prometheus-metrics';

const valueOf = async (metrics: PrometheusMetrics, line: string): Promise<number | null> => {
  const { body } = await metrics.text();
  const found = body.split('\n').filter((one) => one.startsWith(`${line} `));
  expect(found.length).toBeLessThan(2);
  return found[0] === undefined ? null : Number(found[0].slice(line.length));
};
const HITS = 'cost_basis_cache_reads_total{result="hit"}';
const RUNNING = 'cost_basis_compute_tasks{caller="user",state="running"}';

function threadWith(hits: number): PrometheusMetrics {
  const thread = new PrometheusMetrics();
  for (let i = 0; i < hits; i++) thread.count('cost_basis_cache_reads_total', { result: 'hit' });
  thread.watch('cost_basis_compute_tasks', () => [
    { labels: { caller: 'user', state: 'running' }, value: 1 },
  ]);
  return thread;
}

describe('the page of a process with two threads', () => {
  it('states the sums of both', async () => {
    const metrics = threadWith(2);
    const other = threadWith(3);
    metrics.include(() => other.measured());
    expect([await valueOf(metrics, HITS), await valueOf(metrics, RUNNING)]).toEqual([5, 2]);
  });

  it('states what describes the process once', async () => {
    const metrics = threadWith(0);
    const other = threadWith(0);
    metrics.include(() => other.measured());
    expect(await valueOf(metrics, 'process_start_time_seconds')).toBeGreaterThan(0);
    expect((await other.measured()).map((metric) => (metric as { name: string }).name)).not.toContain(
      'process_start_time_seconds',
    );
  });

  it('states what was read last while the other thread does not answer', async () => {
    const metrics = threadWith(2);
    const other = threadWith(3);
    let isBusy = false;
    metrics.include(() => (isBusy ? Promise.reject(new Error('busy')) : other.measured()));
    await metrics.text();
    isBusy = true;
    expect(await valueOf(metrics, HITS)).toBe(5);
  });

  it('keeps the counters of a thread that has ended, and not its gauges', async () => {
    const metrics = threadWith(2);
    for (const hits of [3, 4]) {
      const other = threadWith(hits);
      let isEnded = false;
      metrics.include(() => (isEnded ? Promise.reject(new Error('ended')) : other.measured()));
      await metrics.text();
      isEnded = true;
      await metrics.text();
    }
    expect([await valueOf(metrics, HITS), await valueOf(metrics, RUNNING)]).toEqual([9, 2]);
  });
});
