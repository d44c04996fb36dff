import { createHash } from 'node:crypto';
import { nodeSha1 } from './node-sha1';

const NONE = new Uint8Array();
const PREFIX = Uint8Array.from([0x5b, 0x00, 0xff, 0x9e]);
const hexOf = (digest: string): string => Buffer.from(digest, 'latin1').toString('hex');

describe('nodeSha1', () => {
  it.each([
    ['', 'da39a3ee5e6b4b0d3255bfef95601890afd80709'],
    ['abc', 'a9993e364706816aba3e25717850c26c9cd0d89d'],
    ['abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq', '84983e441c3bd26ebaae4aa1f95129e5e54670f1'],
    [
      '0123456701234567012345670123456701234567012345670123456701234567'.repeat(10),
      'dea356a2cddd90c7a7ecedc5ebb563934f460452',
    ],
    ['a'.repeat(1_000_000), '34aa973cd4c4daa4f61eeb2bdbad27316534016f'],
  ])('gives the value of FIPS 180 and RFC 3174 (%#)', (text, digest) => {
    expect(hexOf(nodeSha1(NONE, text))).toBe(digest);
  });

  it('puts the prefix before the text, whichever was used before', () => {
    for (const prefix of [PREFIX, NONE, PREFIX, Uint8Array.from([1])])
      for (const text of [
        '',
        'lot',
        'öß€😀',
        '\ud800',
        'x'.repeat(1019),
        'x'.repeat(1020),
        'x'.repeat(1021),
        '€'.repeat(400),
      ])
        expect(hexOf(nodeSha1(prefix, text))).toBe(
          createHash('sha1').update(prefix).update(text, 'utf8').digest('hex'),
        );
  });
});
