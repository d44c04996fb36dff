import { WorkSlots, type SlotCaller } from './work-slots';

const never = new AbortController().signal;
const anonymous = (client: string): SlotCaller => ({ isAnonymous: true, client });
const known = (client: string): SlotCaller => ({ isAnonymous: false, client });
const settle = () => new Promise((resolve) => setImmediate(resolve));

function works(slots: WorkSlots) {
  const order: string[] = [];
  const ends: (() => void)[] = [];
  const start = (name: string, caller: SlotCaller, signal = never) =>
    slots.pass(caller, signal, async () => {
      order.push(name);
      await new Promise<void>((resolve) => ends.push(resolve));
    });
  const endAll = async (): Promise<void> => {
    for (await settle(); ends.length > 0; await settle()) ends.shift()?.();
  };
  return { order, start, endAll };
}

describe('WorkSlots', () => {
  it('runs so many at a time, and callers with a credential first', async () => {
    const { order, start, endAll } = works(
      new WorkSlots({ total: 2, anonymous: 1, waiting: 2, waitingPerClient: 2 }),
    );
    const all = [
      start('a1', anonymous('a')),
      start('a2', anonymous('a')),
      start('k1', known('k')),
      start('k2', known('k')),
    ];
    await settle();
    expect(order).toEqual(['a1', 'k1']);
    await endAll();
    await Promise.all(all);
    expect(order).toEqual(['a1', 'k1', 'k2', 'a2']);
  });

  it('admits another network before a second work of the same one, and lets no network fill the queue', async () => {
    const { order, start, endAll } = works(
      new WorkSlots({ total: 2, anonymous: 2, waiting: 4, waitingPerClient: 2 }),
    );
    const all = ['a1', 'a2', 'a3', 'a4'].map((name) => start(name, anonymous('a')));
    await expect(start('a5', anonymous('a'))).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    all.push(start('b1', anonymous('b')));
    await endAll();
    await Promise.all(all);
    expect(order).toEqual(['a1', 'a2', 'b1', 'a3', 'a4']);
  });

  it('forgets a caller that leaves', async () => {
    const { order, start, endAll } = works(
      new WorkSlots({ total: 1, anonymous: 1, waiting: 1, waitingPerClient: 1 }),
    );
    const stop = new AbortController();
    const first = start('first', anonymous('a'));
    const left = start('left', anonymous('a'), stop.signal);
    stop.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    const third = start('third', anonymous('a'));
    await endAll();
    await Promise.all([first, third]);
    expect(order).toEqual(['first', 'third']);
  });

  it('frees the slot of work that fails', async () => {
    const slots = new WorkSlots({ total: 1, anonymous: 1, waiting: 1, waitingPerClient: 1 });
    const failing = () => new Promise<void>((_, reject) => setImmediate(() => reject(new Error('broken'))));
    const both = [anonymous('a'), anonymous('a')].map((caller) => slots.pass(caller, never, failing));
    await expect(both[0]).rejects.toThrow('broken');
    await expect(both[1]).rejects.toThrow('broken');
    expect(await slots.pass(anonymous('a'), never, () => Promise.resolve('ran'))).toBe('ran');
  });
});
