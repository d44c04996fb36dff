import { dec, formatDecimal, parseDecimal } from './decimal';

describe('decimals', () => {
  it.each([
    ['1e-7', '0.0000001'],
    ['1E+5', '100000'],
    ['-0', '0'],
    ['-0.000', '0'],
    ['1.500', '1.5'],
    [
      '115792089237316195423570985008687907853269984665640564039457584007913129639935',
      '115792089237316195423570985008687907853269984665640564039457584007913129639935',
    ],
    ['.5', '0.5'],
  ])('%s is written %s', (text, plain) => {
    expect(formatDecimal(parseDecimal(text)!)).toBe(plain);
  });

  it.each(['', ' 1', '1 ', '1,5', 'NaN', 'Infinity', '1e400', '1e-41', '0x10', '--1', '1e', '１'])(
    '%j is no decimal',
    (text) => {
      expect(parseDecimal(text)).toBeNull();
    },
  );

  it('rounds half up at the digits asked for', () => {
    expect(formatDecimal(dec('0.0000000000000000005'), 18)).toBe('0.000000000000000001');
    expect(formatDecimal(dec('-0.005'), 2)).toBe('-0.01');
    expect(formatDecimal(dec('0.1').plus('0.2'))).toBe('0.3');
  });
});
