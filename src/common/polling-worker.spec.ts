import { PollingWorker } from './polling-worker';

/** Work whose rounds end when the test ends them. */
function gatedWork() {
  const rounds: { end: () => void; fail: (error: Error) => void }[] = [];
  const work = () => new Promise<void>((end, fail) => rounds.push({ end, fail }));
  return { rounds, work };
}

describe('PollingWorker', () => {
  // Time passes when a test says so.
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('runs one round at a time; calls during a round cause one more', async () => {
    const { rounds, work } = gatedWork();
    const worker = new PollingWorker(work, () => undefined);
    const calls = Promise.all([worker.run(), worker.run(), worker.run()]);
    expect(rounds).toHaveLength(1);
    rounds[0]?.end();
    await jest.advanceTimersByTimeAsync(0);
    expect(rounds).toHaveLength(2);
    rounds[1]?.end();
    await calls;
    expect(rounds).toHaveLength(2);
  });

  it('joins the active round without causing another', async () => {
    const { rounds, work } = gatedWork();
    const worker = new PollingWorker(work, () => undefined);
    const calls = Promise.all([worker.join(), worker.join()]);
    rounds[0]?.end();
    await calls;
    expect(rounds).toHaveLength(1);
  });

  it('reports the first error of an outage, and its end', async () => {
    const reports: string[] = [];
    let isFailing = true;
    const worker = new PollingWorker(
      () => (isFailing ? Promise.reject(new Error('down')) : Promise.resolve()),
      (error) => reports.push(String(error)),
      () => reports.push('recovered'),
    );
    await worker.run();
    await worker.run();
    isFailing = false;
    await worker.run();
    await worker.run();
    expect(reports).toEqual(['Error: down', 'recovered']);
  });

  it('stops after the active round, and starts no other', async () => {
    const { rounds, work } = gatedWork();
    const worker = new PollingWorker(work, () => undefined).every(1);
    const called = worker.run();
    const again = worker.run();
    let isStopped = false;
    const stopped = worker.stop().then(() => (isStopped = true));
    await jest.advanceTimersByTimeAsync(5);
    expect(isStopped).toBe(false);
    rounds[0]?.end();
    await Promise.all([called, again, stopped]);
    await worker.run();
    await jest.advanceTimersByTimeAsync(5);
    expect(rounds).toHaveLength(1);
  });
});
