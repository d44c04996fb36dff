import fc from 'fast-check';
import { finished } from '../../domain/kernel/slices';
import { InvalidInput } from '../errors/invalid-input';
import { parseJson } from './json';
import { JsonMeter } from './json-meter';
import { parseJsonSliced } from './long-json';

/** Parts so small that every text is cut. */
const inParts = (text: string, keepDigits: boolean): unknown =>
  finished(parseJsonSliced(text, keepDigits, 8, 0));

const outcomeOf = (work: () => unknown): unknown => {
  try {
    return { value: work() };
  } catch (error) {
    if (error instanceof InvalidInput) return error.code;
    throw error;
  }
};

describe('parseJsonSliced', () => {
  it('reads in parts what parseJson reads at once, in any spacing', () => {
    const texts = fc
      .tuple(fc.json({ maxDepth: 6 }), fc.constantFrom('', ' ', '\n\t'))
      .map(([text, space]) => text.replaceAll(',', `,${space}`).replaceAll(':', `${space}:`));
    fc.assert(
      fc.property(texts, fc.boolean(), (text, keepDigits) => {
        expect(outcomeOf(() => inParts(text, keepDigits))).toEqual(
          outcomeOf(() => parseJson(text, keepDigits)),
        );
      }),
      { numRuns: 2_000 },
    );
  });

  it('refuses in parts what parseJson refuses at once', () => {
    const pieces = fc.constantFrom('{', '}', '[', ']', ',', ':', '"a"', '"b":', '1', ' ', '"', 'true', '\\');
    const scraps = fc.array(pieces, { minLength: 4, maxLength: 30 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(scraps, fc.boolean(), (text, keepDigits) => {
        expect(outcomeOf(() => inParts(text, keepDigits))).toEqual(
          outcomeOf(() => parseJson(text, keepDigits)),
        );
      }),
      { numRuns: 5_000 },
    );
  });

  it.each([
    '[1,2,3,4,5,6,]',
    '[,1,2,3,4,5]',
    '[1,2,3,4,,5,6]',
    '{"a":1,"b":2,}',
    '[[1,2,3,4,5]}',
    '{"a":[1,2,3,4]]',
    '[1,2,3,4] [5]',
    '[1,2,3,4,5',
  ])('%s is malformed, without a position', (text) => {
    expect(() => inParts(text, true)).toThrow(
      expect.objectContaining({ violations: [expect.objectContaining({ loc: ['body'] })] }) as Error,
    );
  });

  it.each([
    '{"a":{"b":[1,2,3,{"__proto__":{"x":1}}]}}',
    '{"abcdefghi":1,"constructor":{"prototype":{"x":1}}}',
  ])('%s reaches no prototype', (text) => {
    expect(outcomeOf(() => inParts(text, false))).toBe('VALIDATION_ERROR');
  });

  it('states where a value is that cannot be stored', () => {
    expect(() => inParts('{"rows":[{"a":"fine"},{"a":"fine"},{"a":"\\u0000"}]}', false)).toThrow(
      expect.objectContaining({
        violations: [expect.objectContaining({ loc: ['body', 'rows', 2, 'a'] })],
      }) as Error,
    );
  });

  it('refuses an object of more than 100,000 keys', () => {
    const keys = (count: number): string =>
      `{${Array.from({ length: count }, (_, i) => `"k${i}":1`).join(',')}}`;
    expect(() => finished(parseJsonSliced(keys(100_001), false))).toThrow(
      expect.objectContaining({ code: 'INVALID_REQUEST' }) as Error,
    );
    expect(Object.keys(finished(parseJsonSliced(keys(100_000), false)) as object)).toHaveLength(100_000);
  });

  it('takes a long ledger in many slices', () => {
    const rows = Array.from({ length: 20_000 }, (_, i) => ({ id: `row-${i}`, quantity: i }));
    const work = parseJsonSliced(JSON.stringify({ transactions: rows }), false);
    let slices = 1;
    let step = work.next();
    for (; !step.done; step = work.next()) slices++;
    expect(step.value).toEqual({ transactions: rows });
    expect(slices).toBeGreaterThan(20);
  });
});

describe('JsonMeter', () => {
  const meter = (text: string, limit: number, cut = text.length): JsonMeter => {
    const metered = new JsonMeter(limit);
    const bytes = Buffer.from(text);
    metered.add(bytes.subarray(0, cut));
    metered.add(bytes.subarray(cut));
    return metered;
  };

  it('counts at least the values of any JSON, wherever its bytes are cut', () => {
    const valuesOf = (value: unknown): number =>
      typeof value !== 'object' || value === null
        ? 1
        : Object.values(value).reduce<number>((sum, below) => sum + valuesOf(below), 1);
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), fc.nat(100), (text, cut) => {
        const metered = meter(text, Infinity, cut);
        expect(metered.values).toBeGreaterThanOrEqual(valuesOf(JSON.parse(text)));
        expect(metered.values).toBe(meter(text, Infinity).values);
      }),
    );
  });

  it('refuses too many values, and not commas and brackets inside text', () => {
    expect(() => meter('[1,1,1,1]', 4)).toThrow(
      expect.objectContaining({ code: 'PAYLOAD_TOO_LARGE' }) as Error,
    );
    expect(meter(`["${',[{'.repeat(50)}\\"${','.repeat(50)}"]`, 4).values).toBeLessThanOrEqual(4);
  });

  it('refuses the 33rd level', () => {
    expect(meter('['.repeat(32), 100).values).toBe(33);
    expect(() => meter('['.repeat(33), 100, 10)).toThrow(
      expect.objectContaining({ code: 'INVALID_REQUEST' }) as Error,
    );
  });
});
