import { TtlCache } from './ttl-cache';

// A start of 0 ms means to the library that an entry does not expire.
beforeEach(() => void jest.useFakeTimers().advanceTimersByTime(1));
afterEach(() => void jest.useRealTimers());

describe('TtlCache', () => {
  it('shares one lookup, and looks up again when the cache is cleared or the entry too old', async () => {
    const memory = new TtlCache<number>(50);
    let asked = 0;
    const get = () => memory.get('a', () => Promise.resolve(++asked));
    expect(await Promise.all([get(), get(), get()])).toEqual([1, 1, 1]);
    memory.clear();
    expect(await get()).toBe(2);
    jest.advanceTimersByTime(49);
    expect(await get()).toBe(2);
    jest.advanceTimersByTime(2);
    expect(await get()).toBe(3);
  });

  it('does not store an answer when it was cleared during the lookup', async () => {
    const memory = new TtlCache<string>();
    let answer: (value: string) => void = () => undefined;
    const first = memory.get('a', () => new Promise((resolve) => (answer = resolve)));
    memory.clear();
    answer('before the change');
    expect(await first).toBe('before the change');
    expect(await memory.get('a', () => Promise.resolve('after it'))).toBe('after it');
  });

  it('does not store failures', async () => {
    const memory = new TtlCache<string>();
    await expect(memory.get('a', () => Promise.reject(new Error('down')))).rejects.toThrow('down');
    expect(await memory.get('a', () => Promise.resolve('up'))).toBe('up');
  });
});
