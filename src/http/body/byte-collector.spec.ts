import fc from 'fast-check';
import { ByteCollector } from './byte-collector';

describe('ByteCollector', () => {
  it('returns the bytes of all chunks in order, in a memory of their own', () => {
    const chunk = fc.uint8Array({ maxLength: 200_000 }).map((bytes) => Buffer.from(bytes));
    fc.assert(
      fc.property(fc.array(chunk, { maxLength: 5 }), (chunks) => {
        const collector = new ByteCollector();
        for (const each of chunks) collector.add(each);
        const expected = Buffer.concat(chunks);
        for (const each of chunks) each.fill(0);
        expect(collector.all().equals(expected)).toBe(true);
      }),
      { numRuns: 30 },
    );
  });
});
