import { Memo } from './memo';

const counting = () => {
  let computed = 0;
  return {
    memo: new Memo<number>(10, (value) => value),
    compute: async () => (computed += 1),
    computed: () => computed,
  };
};

describe('Memo', () => {
  it('computes once for callers that come together', async () => {
    const { memo, compute, computed } = counting();
    const values = await Promise.all(Array.from({ length: 200 }, () => memo.get('k', compute)));
    expect(new Set(values)).toEqual(new Set([1]));
    expect(computed()).toBe(1);
  });

  it('forgets a failure, so that the next call begins anew', async () => {
    const { memo } = counting();
    await expect(memo.get('k', () => Promise.reject(new Error('down')))).rejects.toThrow('down');
    await expect(memo.get('k', async () => 7)).resolves.toBe(7);
  });

  it('drops the least recently used when the weights exceed the bound', async () => {
    const memo = new Memo<number>(10, (value) => value);
    await memo.get('a', async () => 3);
    await memo.get('b', async () => 3);
    await memo.get('a', async () => 99);
    await memo.get('c', async () => 3);
    expect(memo.size).toBe(2);
    await expect(memo.get('a', async () => 99)).resolves.toBe(3);
    await expect(memo.get('b', async () => 4)).resolves.toBe(4);
  });

  it('keeps a value that alone is too heavy: computing it again would not make it lighter', async () => {
    const memo = new Memo<number>(10, (value) => value);
    await memo.get('heavy', async () => 50);
    await expect(memo.get('heavy', async () => 1)).resolves.toBe(50);
  });

  it('computes again after a delete', async () => {
    const memo = new Memo<number>(10, (value) => value);
    await memo.get('a', async () => 1);
    memo.delete('a');
    await expect(memo.get('a', async () => 2)).resolves.toBe(2);
  });
});
