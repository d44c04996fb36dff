import { RateGate, type Time } from './rate-gate';

/** Time that passes only during a wait. */
class Sandglass implements Time {
  ms = 0;
  now(): number {
    return this.ms;
  }
  async wait(ms: number): Promise<void> {
    const until = this.ms + ms;
    await Promise.resolve();
    this.ms = Math.max(this.ms, until);
  }
}

const free = new AbortController().signal;

/** Starts of so many calls through a gate of three a second, in whole ms. */
async function starts(calls: number, concurrency: number): Promise<number[]> {
  const time = new Sandglass();
  const gate = new RateGate({ perSecond: 3, concurrency }, time);
  const at: number[] = [];
  await Promise.all(
    Array.from({ length: calls }, () => gate.run(async () => void at.push(Math.round(time.ms)), free)),
  );
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
    const gate = new RateGate({ perSecond: 1_000, concurrency: 1 }, new Sandglass());
    const order: string[] = [];
    const note = (name: string) => async () => void order.push(name);
    await Promise.all([
      gate.run(note('first'), free),
      gate.run(note('last'), free, 'last'),
      gate.run(note('second'), free),
      gate.run(note('urgent'), free, 'urgent'),
      gate.run(note('also urgent'), free, 'urgent'),
    ]);
    expect(order).toEqual(['first', 'urgent', 'also urgent', 'second', 'last']);
  });

  it('gives a place back when the task fails, and forgets who leaves the line', async () => {
    const gate = new RateGate({ perSecond: 1_000, concurrency: 1 }, new Sandglass());
    let finish = () => undefined as void;
    const holder = gate.run(() => new Promise<void>((resolve) => (finish = resolve)), free);
    const leaver = new AbortController();
    const left = gate.run(async () => 'never', leaver.signal);
    const failing = gate.run(() => Promise.reject(new Error('ill')), free);
    const last = gate.run(async () => 'served', free);
    leaver.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    finish();
    await holder;
    await expect(failing).rejects.toThrow('ill');
    await expect(last).resolves.toBe('served');
  });
});
