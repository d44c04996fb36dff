import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { UUID_BYTES, uuidInto, uuidOf, uuidText } from './hash';

/** By the machine's own library: namespace, name, first sixteen bytes, version and variant. */
function reference(key: string): string {
  const digest = createHash('sha1')
    .update(Buffer.from('5b3f0d6a6c1e5f0e9c4d7a2b8e91c3d4', 'hex'))
    .update(key, 'utf8')
    .digest()
    .subarray(0, 16);
  digest[6] = ((digest[6] ?? 0) & 0x0f) | 0x50;
  digest[8] = ((digest[8] ?? 0) & 0x3f) | 0x80;
  return digest.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

const VECTORS = [
  'cb2004b0-6569-5834-89f8-41f23aadceb3',
  'dab46dd4-ef01-5b6f-8a37-5815b1735ea5',
  'b17b962b-7061-5de1-8479-928f927e3759',
];

describe('uuidOf', () => {
  it('gives the ids it has always given', () => {
    expect(['', 'v1|w0|bench:A7|bench|0|0|0', 'v1|tx|ethereum|0xabc|0xdéf'].map(uuidOf)).toEqual(VECTORS);
  });

  it('is version 5 of the key, for any length', () => {
    for (let length = 0; length < 600; length++) {
      const key = 'v1|wallet|asset|'.repeat(40).slice(0, length);
      expect(uuidOf(key)).toBe(reference(key));
    }
  });

  it('is so for any text', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ maxLength: 200 }), fc.string({ unit: 'binary', maxLength: 80 })),
        (key) => {
          expect(uuidOf(key)).toBe(reference(key));
        },
      ),
    );
  });
});

describe('uuidInto', () => {
  it('stores the bytes of the id where they are wanted, and nothing beside them', () => {
    const bytes = new Uint8Array(3 * UUID_BYTES);
    fc.assert(
      fc.property(fc.string(), (key) => {
        uuidInto(key, bytes, UUID_BYTES);
        expect(uuidText(bytes, UUID_BYTES)).toBe(reference(key));
        expect([...bytes.subarray(0, UUID_BYTES), ...bytes.subarray(2 * UUID_BYTES)]).toEqual(
          new Array(2 * UUID_BYTES).fill(0),
        );
      }),
    );
  });
});
