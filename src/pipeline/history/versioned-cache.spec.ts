import { VersionedCache } from './versioned-cache';

const counting = () => {
  let computed = 0;
  return {
    memo: new VersionedCache<number>(10, (value) => value),
    compute: async () => (computed += 1),
    computed: () => computed,
  };
};

describe('VersionedCache', () => {
  it('computes once for callers that come together', async () => {
    const { memo, compute, computed } = counting();
    const values = await Promise.all(Array.from({ length: 200 }, () => memo.get('k', 'v1', compute)));
    expect(new Set(values)).toEqual(new Set([1]));
    expect(computed()).toBe(1);
  });

  it('forgets a failure, so that the next call begins anew', async () => {
    const { memo } = counting();
    await expect(memo.get('k', 'v1', () => Promise.reject(new Error('down')))).rejects.toThrow('down');
    await expect(memo.get('k', 'v1', async () => 7)).resolves.toBe(7);
  });

  it('drops the least recently used when the weights exceed the bound', async () => {
    const memo = new VersionedCache<number>(10, (value) => value);
    await memo.get('a', 'v1', async () => 3);
    await memo.get('b', 'v1', async () => 3);
    await memo.get('a', 'v1', async () => 99);
    await memo.get('c', 'v1', async () => 3);
    expect(memo.size).toBe(2);
    await expect(memo.get('a', 'v1', async () => 99)).resolves.toBe(3);
    await expect(memo.get('b', 'v1', async () => 4)).resolves.toBe(4);
  });

  it('keeps a value that alone is too heavy: computing it again would not make it lighter', async () => {
    const memo = new VersionedCache<number>(10, (value) => value);
    await memo.get('heavy', 'v1', async () => 50);
    await expect(memo.get('heavy', 'v1', async () => 1)).resolves.toBe(50);
  });

  it('keeps one version of a key: who asks for another lets the one before go', async () => {
    const memo = new VersionedCache<number>(10, (value) => value);
    const slow = memo.get('a', 'v1', () => new Promise((wake) => setImmediate(wake, 8)));
    await expect(memo.get('a', 'v2', async () => 2)).resolves.toBe(2);
    await expect(slow).resolves.toBe(8);
    await expect(memo.get('a', 'v2', async () => 99)).resolves.toBe(2);
    await memo.get('b', 'v1', async () => 6);
    expect(memo.size).toBe(2);
  });

  it('computes again after a delete', async () => {
    const memo = new VersionedCache<number>(10, (value) => value);
    await memo.get('a', 'v1', async () => 1);
    memo.delete('a');
    await expect(memo.get('a', 'v1', async () => 2)).resolves.toBe(2);
  });
});
