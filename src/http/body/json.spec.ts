import fc from 'fast-check';
import { InvalidInput } from '../errors/invalid-input';
import { parseJson } from './json';
import { JsonNumber } from '../validation/json-number';

const plain = (value: unknown): unknown => {
  if (value instanceof JsonNumber) return Number(value.text);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, below]) => [key, plain(below)]));
};

const isAccepted = (work: () => unknown): boolean => {
  try {
    work();
    return true;
  } catch (error) {
    if (error instanceof InvalidInput || error instanceof SyntaxError) return false;
    throw error;
  }
};

describe('parseJson', () => {
  it('reads what JSON.parse reads, with and without digits kept', () => {
    const storable = fc.json({ maxDepth: 5 }).filter((text) => !/__proto__|\\u0000|\\ud|\\uD/.test(text));
    fc.assert(
      fc.property(storable, (text) => {
        expect(plain(parseJson(text, true))).toEqual(JSON.parse(text));
        expect(parseJson(text, false)).toEqual(JSON.parse(text));
      }),
    );
  });

  it('refuses what JSON.parse refuses', () => {
    const pieces = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"',
      '\\',
      'a',
      '1',
      '-',
      '.',
      'e',
      '0',
      ' ',
      'true',
    );
    const scraps = fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.oneof(scraps, fc.string()), (text) => {
        const isJson = isAccepted(() => JSON.parse(text));
        expect(isAccepted(() => parseJson(text, true))).toBe(isJson);
      }),
      { numRuns: 2000 },
    );
  });

  it.each(['0.1234567890123456789', '-1.0', '1e400', '1E-7', '123456789012345678901234567890', '-0'])(
    'keeps the digits of %s',
    (digits) => {
      expect(parseJson(digits, true)).toEqual(new JsonNumber(digits));
      expect(parseJson(`{"a":[${digits}, "${digits}"]}`, true)).toEqual({
        a: [new JsonNumber(digits), digits],
      });
    },
  );
});
