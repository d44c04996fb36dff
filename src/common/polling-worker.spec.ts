import { TestClock } from '../../test/fakes/test-clock';
import { PollingWorker } from './polling-worker';

function gatedWork() {
  const rounds: { end: () => void; fail: (error: Error) => void }[] = [];
  const work = () => new Promise<void>((end, fail) => rounds.push({ end, fail }));
  return { rounds, work };
}

describe('PollingWorker', () => {
  it('runs one round at a time; calls during a round cause one more', async () => {
    const { rounds, work } = gatedWork();
    const worker = new PollingWorker(work, () => undefined);
    const calls = Promise.all([worker.run(), worker.run(), worker.run()]);
    expect(rounds).toHaveLength(1);
    rounds[0]?.end();
    await new Promise(setImmediate);
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

  it('repeats its work, first after a time of its own, until it is paused', async () => {
    const clock = new TestClock();
    const at: number[] = [];
    const worker = new PollingWorker(
      async () => void at.push(clock.elapsed() - start),
      () => undefined,
    );
    const start = clock.elapsed();
    worker.every(clock, 100, 30);
    await clock.tick(310);
    expect(at).toEqual([30, 100, 200, 300]);
    worker.pause();
    expect(clock.pending).toBe(0);
  });

  it('starts no round while one is active', async () => {
    const clock = new TestClock();
    const { rounds, work } = gatedWork();
    new PollingWorker(work, () => undefined).every(clock, 100);
    await clock.tick(350);
    expect(rounds).toHaveLength(1);
    rounds[0]?.end();
    await clock.tick(100);
    expect(rounds).toHaveLength(2);
  });

  it('stops after the active round, and starts no other', async () => {
    const clock = new TestClock();
    const { rounds, work } = gatedWork();
    const worker = new PollingWorker(work, () => undefined).every(clock, 1);
    const called = worker.run();
    const again = worker.run();
    let isStopped = false;
    const stopped = worker.stop().then(() => (isStopped = true));
    await clock.tick(5);
    expect(isStopped).toBe(false);
    rounds[0]?.end();
    await Promise.all([called, again, stopped]);
    await worker.run();
    await clock.tick(5);
    expect(rounds).toHaveLength(1);
  });
});
