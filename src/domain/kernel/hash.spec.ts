import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { SAVED_WORDS, uuidName, uuidOf, uuidText } from './hash';

/** The same by the machine's own library: namespace, name, first sixteen bytes, version and variant. */
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
    for (let length = 0; length < 260; length++) {
      const key = 'v1|wallet|asset|'.repeat(20).slice(0, length);
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

describe('uuidName', () => {
  const pieces = fc.array(fc.string({ unit: 'grapheme', maxLength: 90 }), { maxLength: 8 });

  it('gives the id of the joined pieces', () => {
    fc.assert(
      fc.property(pieces, (texts) => {
        uuidName.start();
        for (const text of texts) uuidName.add(text);
        expect(uuidName.end()).toBe(reference(texts.join('')));
      }),
    );
  });

  it('discards a name that was not ended', () => {
    uuidName.start();
    uuidName.add('v1|lost|'.repeat(20));
    expect(uuidOf('v1')).toBe(reference('v1'));
  });

  it('appends a stored UUID as its text', () => {
    const words = new Int32Array(6);
    fc.assert(
      fc.property(fc.string(), fc.string({ maxLength: 80 }), (name, prefix) => {
        uuidName.start();
        uuidName.add(name);
        uuidName.endInto(words, 2);
        expect(uuidText(words, 2)).toBe(uuidOf(name));
        uuidName.start();
        uuidName.add(prefix);
        uuidName.addUuid(words, 2);
        uuidName.add('|');
        expect(uuidName.end()).toBe(reference(`${prefix}${uuidOf(name)}|`));
      }),
    );
  });

  it('continues from a saved state, wherever in a block it was saved', () => {
    const saved = new Int32Array(SAVED_WORDS + 1);
    for (let length = 0; length <= 130; length++) {
      const start = 'x'.repeat(length);
      uuidName.start();
      uuidName.add(start);
      uuidName.save(saved, 1);
      for (const end of ['', 'a', 'é', 'b'.repeat(100)]) {
        uuidName.restart(saved, 1);
        uuidName.add(end);
        expect(uuidName.end()).toBe(reference(start + end));
      }
    }
  });
});
