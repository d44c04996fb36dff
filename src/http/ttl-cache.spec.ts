import { TtlCache } from './ttl-cache';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

describe('the brief memory', () => {
  it('asks once for all who ask meanwhile, and again when it is forgotten or too old', async () => {
    const memory = new TtlCache<number>(50);
    let asked = 0;
    const get = () => memory.get('a', () => Promise.resolve(++asked));
    expect(await Promise.all([get(), get(), get()])).toEqual([1, 1, 1]);
    memory.forget('a');
    expect(await get()).toBe(2);
    memory.forgetAll();
    expect(await get()).toBe(3);
    jest.advanceTimersByTime(49);
    expect(await get()).toBe(3);
    jest.advanceTimersByTime(1);
    expect(await get()).toBe(4);
  });

  it('does not keep what was forgotten while it was looked up', async () => {
    const memory = new TtlCache<string>();
    let answer: (value: string) => void = () => undefined;
    const first = memory.get('a', () => new Promise((resolve) => (answer = resolve)));
    memory.forget('a');
    answer('before the change');
    expect(await first).toBe('before the change');
    expect(await memory.get('a', () => Promise.resolve('after it'))).toBe('after it');
  });

  it('does not keep failures', async () => {
    const memory = new TtlCache<string>();
    await expect(memory.get('a', () => Promise.reject(new Error('down')))).rejects.toThrow('down');
    expect(await memory.get('a', () => Promise.resolve('up'))).toBe('up');
  });
});
