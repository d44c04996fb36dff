import { TestClock } from '../../../test/fakes/test-clock';
import { RateGate } from './rate-gate';

const free = new AbortController().signal;

/** Through a gate of three a second, in whole ms. */
async function starts(calls: number, concurrency: number): Promise<number[]> {
  const clock = new TestClock();
  const begin = clock.elapsed();
  const gate = new RateGate({ perSecond: 3, concurrency }, clock);
  const at: number[] = [];
  const note = async (): Promise<void> => void at.push(Math.round(clock.elapsed() - begin));
  const all = Promise.all(Array.from({ length: calls }, () => gate.run(note, free)));
  await clock.tick(60_000);
  await all;
  return at;
}

describe('RateGate', () => {
  it('spaces calls evenly', async () => {
    await expect(starts(5, 1)).resolves.toEqual([0, 333, 667, 1000, 1333]);
  });

  it('keeps the pace whoever is under way', async () => {
    const at = await starts(9, 5);
    expect(at.at(-1)).toBe(2_667);
  });

  it('lets calls go by priority', async () => {
    const clock = new TestClock();
    const gate = new RateGate({ perSecond: 1_000, concurrency: 1 }, clock);
    const order: string[] = [];
    const note = (name: string) => async () => void order.push(name);
    const all = Promise.all([
      gate.run(note('first'), free),
      gate.run(note('last'), free, 'last'),
      gate.run(note('second'), free),
      gate.run(note('urgent'), free, 'urgent'),
      gate.run(note('also urgent'), free, 'urgent'),
    ]);
    await clock.tick(5);
    await all;
    expect(order).toEqual(['first', 'urgent', 'also urgent', 'second', 'last']);
  });

  it('gives a place back when the task fails, and forgets who leaves the line', async () => {
    const clock = new TestClock();
    const gate = new RateGate({ perSecond: 1_000, concurrency: 1 }, clock);
    let finish = () => undefined as void;
    const holder = gate.run(() => new Promise<void>((resolve) => (finish = resolve)), free);
    const leaver = new AbortController();
    const left = gate.run(async () => 'never', leaver.signal);
    const failing = gate.run(() => Promise.reject(new Error('ill')), free);
    const last = gate.run(async () => 'served', free);
    const failed = expect(failing).rejects.toThrow('ill');
    leaver.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    finish();
    await holder;
    await clock.tick(5);
    await failed;
    await expect(last).resolves.toBe('served');
  });
});
