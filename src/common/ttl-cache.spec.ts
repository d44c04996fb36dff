import { TestClock } from '../../test/fakes/test-clock';
import { TtlCache } from './ttl-cache';

let clock: TestClock;
beforeEach(() => (clock = new TestClock()));

describe('TtlCache', () => {
  it('shares one lookup, and looks up again when the cache is cleared or the entry too old', async () => {
    const memory = new TtlCache<number>(clock, 50);
    let asked = 0;
    const get = () => memory.get('a', () => Promise.resolve(++asked));
    expect(await Promise.all([get(), get(), get()])).toEqual([1, 1, 1]);
    memory.clear();
    expect(await get()).toBe(2);
    clock.advance(49);
    expect(await get()).toBe(2);
    clock.advance(2);
    expect(await get()).toBe(3);
  });

  it('does not store an answer when it was cleared during the lookup', async () => {
    const memory = new TtlCache<string>(clock);
    let answer: (value: string) => void = () => undefined;
    const first = memory.get('a', () => new Promise((resolve) => (answer = resolve)));
    memory.clear();
    answer('before the change');
    expect(await first).toBe('before the change');
    expect(await memory.get('a', () => Promise.resolve('after it'))).toBe('after it');
  });

  it('does not store failures', async () => {
    const memory = new TtlCache<string>(clock);
    await expect(memory.get('a', () => Promise.reject(new Error('down')))).rejects.toThrow('down');
    expect(await memory.get('a', () => Promise.resolve('up'))).toBe('up');
  });
});
