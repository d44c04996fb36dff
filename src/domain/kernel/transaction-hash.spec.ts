import { isSameHash } from './transaction-hash';

const HASH = 'ab'.repeat(32);

describe('isSameHash', () => {
  it.each<[string | null, string | null, boolean]>([
    [`0x${HASH}`, HASH, true],
    [`0x${HASH}`, HASH.toUpperCase(), true],
    [HASH, 'cd'.repeat(32), false],
    ['GENESIS_0xab', 'genesis_0xab', true],
    ['5VERYInvented', '5veryinvented', false],
    [null, HASH, false],
    [null, null, true],
  ])('of %s and %s: %s', (a, b, expected) => {
    expect(isSameHash(a, b)).toBe(expected);
  });
});
