import fc from 'fast-check';
import { JsonMeter } from './json-meter';

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
