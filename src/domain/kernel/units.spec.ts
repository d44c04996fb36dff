import fc from 'fast-check';
import { dec } from './decimal';
import {
  formatMoney,
  formatUnits,
  fromUnits,
  money,
  mulDiv,
  toUnits,
  unitPriceText,
  valueOf,
  valuesAt,
} from './units';

describe('fixed point', () => {
  it.each([
    [10n, 1n, 4n, 3n],
    [-10n, 1n, 4n, -3n],
    [9n, 1n, 4n, 2n],
    [1n, 1n, 2n, 1n],
    [-1n, 1n, 2n, -1n],
    [1n, 1n, 3n, 0n],
  ])('%s × %s ÷ %s is %s, half away from zero', (a, b, c, expected) => {
    expect(mulDiv(a, b, c)).toBe(expected);
  });

  it.each([
    ['1.5', 18, '1.5'],
    ['0', 18, '0'],
    ['-0.000000000000000001', 18, '-0.000000000000000001'],
    ['12', 0, '12'],
  ])('%s with %i decimals reads back as %s', (text, decimals, plain) => {
    expect(formatUnits(toUnits(text, decimals), decimals)).toBe(plain);
  });

  it('agrees with Decimal on any amount', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }),
        fc.integer({ min: 0, max: 24 }),
        (units, decimals) => {
          expect(dec(formatUnits(units, decimals)).eq(fromUnits(units, decimals))).toBe(true);
          expect(toUnits(formatUnits(units, decimals), decimals)).toBe(units);
        },
      ),
    );
  });

  it('values units as Decimal does, half away from zero', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }),
        fc.integer({ min: 0, max: 24 }),
        fc.bigInt({ min: 0n, max: 10n ** 12n }),
        fc.integer({ min: -8, max: 30 }),
        (units, decimals, digits, places) => {
          const price = dec(digits).div(dec(10).pow(places));
          expect(valueOf(units, decimals, price)).toBe(money(fromUnits(units, decimals).mul(price)));
        },
      ),
    );
    expect(valuesAt(18, dec('0.5'))(1n)).toBe(1n);
    expect(valuesAt(18, dec('0.4999'))(1n)).toBe(0n);
  });

  it('values units at a price and prints a unit price', () => {
    const value = valueOf(toUnits('0.5', 18), 18, dec('3000.10'));
    expect(formatMoney(value)).toBe('1500.05');
    expect(unitPriceText(value, toUnits('0.5', 18), 18)).toBe('3000.1');
    expect(unitPriceText(money('1'), 0n, 18)).toBe('0');
  });
});
