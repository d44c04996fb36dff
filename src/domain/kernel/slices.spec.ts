import fc from 'fast-check';
import { finished, sortSliced } from './slices';

/** Few keys, so that many items are equal; more items than are sorted at once. */
const items = fc
  .tuple(fc.integer({ min: 0, max: 9_000 }), fc.integer({ min: 1, max: 50 }), fc.boolean(), fc.nat())
  .map(([length, keys, isSorted, seed]) =>
    Array.from({ length }, (_, place) => ({
      key: isSorted ? Math.floor((place * keys) / length) : (place * 7_919 + seed) % keys,
      place,
    })),
  );

it('a list sorted in slices is the sorted list, and equal items keep their order', () => {
  const byKey = (a: { key: number }, b: { key: number }): number => a.key - b.key;
  fc.assert(
    fc.property(items, (list) => {
      expect(finished(sortSliced(list, byKey))).toEqual(list.toSorted(byKey));
    }),
    { numRuns: 100 },
  );
});
