import fc from 'fast-check';
import { JsonMeter } from './json-meter';

describe('JsonMeter', () => {
  const meter = (text: string, limitValues: number, cut = text.length, limitKeys = Infinity): JsonMeter => {
    const metered = new JsonMeter({ limitValues, limitKeys });
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

  it('refuses an object with too many keys, and not many objects with few, or lists', () => {
    const keys = (count: number) =>
      `{${Array.from({ length: count }, (_, i) => `"${i}":{"a":[1,2,3]}`).join(',')}}`;
    const few = `[${Array(9).fill(keys(3)).join(',')}]`;
    for (const cut of [1, 20, few.length]) {
      expect(() => meter(few, Infinity, cut, 3)).not.toThrow();
      expect(() => meter(`[${few},${keys(4)}]`, Infinity, cut, 3)).toThrow(
        expect.objectContaining({ code: 'PAYLOAD_TOO_LARGE', details: { limit_keys: 3 } }) as Error,
      );
    }
  });

  it('refuses the 33rd level', () => {
    expect(meter('['.repeat(32), 100).values).toBe(33);
    expect(() => meter('['.repeat(33), 100, 10)).toThrow(
      expect.objectContaining({ code: 'INVALID_REQUEST' }) as Error,
    );
  });
});
