import { isSame } from './same';

const leg = () => ({
  asset: { id: 'a', decimals: 18 },
  quantity: 10n,
  flags: ['x', 'y'],
  fees: new Map([['u', 1n]]),
  price: null,
  at: 5,
});

describe('isSame', () => {
  it('compares the content', () => {
    expect(isSame(leg(), leg())).toBe(true);
  });

  it.each<[string, object]>([
    ['a unit', { ...leg(), quantity: 11n }],
    ['a kind of number', { ...leg(), quantity: 10 }],
    ['what an object holds', { ...leg(), asset: { id: 'b', decimals: 18 } }],
    ['the order of a list', { ...leg(), flags: ['y', 'x'] }],
    ['the length of a list', { ...leg(), flags: ['x'] }],
    ['a value of a map', { ...leg(), fees: new Map([['u', 2n]]) }],
    ['null', { ...leg(), price: undefined }],
    ['one field more', { ...leg(), disposal: 'gift' }],
    ['one field of another name', { ...leg(), at: undefined, now: 5 }],
    ['a set, which it does not compare', { ...leg(), flags: new Set(['x', 'y']) }],
  ])('sees a difference in %s', (_, other) => {
    expect([isSame(leg(), other), isSame(other, leg())]).toEqual([false, false]);
  });

  it('knows no other kinds of objects, so they differ', () => {
    expect(isSame(new Set([1]), new Set([1]))).toBe(false);
  });
});
