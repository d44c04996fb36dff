import fc from 'fast-check';

/** Pairs of a list and the same list in another order. */
export const anyOrder = <T>(lists: fc.Arbitrary<T[]>): fc.Arbitrary<[T[], T[]]> =>
  lists.chain((list) =>
    fc.tuple(
      fc.constant(list),
      fc.shuffledSubarray(list, { minLength: list.length, maxLength: list.length }),
    ),
  );
