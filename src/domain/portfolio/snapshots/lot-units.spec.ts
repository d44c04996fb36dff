import fc from 'fast-check';
import { dec } from '../../kernel/decimal';
import { valueOf } from '../../kernel/units';
import { FEW_LOTS, lotUnits, valueOfLots } from './lot-units';

const units = fc.array(fc.bigInt({ min: 1n, max: 10n ** 24n }), {
  minLength: FEW_LOTS + 1,
  maxLength: FEW_LOTS + 30,
});
const sum = (each: readonly bigint[]): bigint => each.reduce((total, one) => total + one, 0n);

it('many lots have the same value by their last digits as one by one, at prices with few digits', () => {
  fc.assert(
    fc.property(
      units,
      fc.integer({ min: 0, max: 10 ** 9 }),
      fc.integer({ min: 0, max: 3 }),
      fc.constantFrom(6, 8, 18),
      (each, digits, places, decimals) => {
        const price = dec(digits).div(10 ** places);
        const counted = { ...lotUnits(each, decimals), each: null };
        const oneByOne = sum(each.map((one) => valueOf(one, decimals, price)));
        expect(valueOfLots(counted, sum(each), decimals, price)).toBe(oneByOne);
      },
    ),
  );
});

it('a price with more digits needs each lot', () => {
  const each = Array.from({ length: FEW_LOTS + 1 }, (_, i) => BigInt(i) * 7n + 1n);
  const price = dec('0.000012345');
  expect(valueOfLots({ ...lotUnits(each, 18), each: null }, sum(each), 18, price)).toBeNull();
  const oneByOne = sum(each.map((one) => valueOf(one, 18, price)));
  expect(valueOfLots(lotUnits(each, 18), sum(each), 18, price)).toBe(oneByOne);
  expect(valueOfLots({ ...lotUnits(each, 6), each: null }, sum(each), 6, price)).toBe(
    sum(each.map((one) => valueOf(one, 6, price))),
  );
});

it('few lots are kept one by one, and are not counted', () => {
  const each = Array.from({ length: FEW_LOTS }, () => 1n);
  expect(lotUnits(each, 18)).toEqual({ count: FEW_LOTS, each, endings: [] });
  expect(lotUnits([...each, 10_001n], 18)).toEqual({
    count: FEW_LOTS + 1,
    each: [...each, 10_001n],
    endings: [[1, FEW_LOTS + 1]],
  });
});
