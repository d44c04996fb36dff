import fc from 'fast-check';
import { isLongTermDays } from '../../kernel/calendar';
import { HoldingLayers } from './holding-layers';

const parts = fc.array(fc.tuple(fc.integer({ min: 19_000, max: 19_900 }), fc.integer({ min: 1, max: 9 })), {
  minLength: 1,
  maxLength: 8,
});
type Parts = readonly (readonly [number, number])[];

const layersOf = (given: Parts): HoldingLayers =>
  given.map(([day, units]) => HoldingLayers.of(day, BigInt(units))).reduce((all, layer) => all.merged(layer));
const daysOf = (given: Parts): number[] =>
  given.flatMap(([day, units]) => Array.from({ length: units }, () => day)).sort((a, b) => a - b);
const listed = (layers: HoldingLayers): number[] =>
  Array.from({ length: Number(layers.units) }, (_, i) => layers.dayAfter(BigInt(i)));

describe('layers of holding periods', () => {
  it('are the sorted days of all units', () => {
    fc.assert(
      fc.property(parts, (given) => {
        const layers = layersOf(given);
        const days = daysOf(given);
        expect(listed(layers)).toEqual(days);
        expect([layers.first, layers.last]).toEqual([days[0], days.at(-1)]);
        expect(layers.count).toBe(new Set(days).size);
      }),
    );
  });

  it('can be cut, moved in time and scaled', () => {
    fc.assert(
      fc.property(parts, fc.nat({ max: 71 }), fc.nat({ max: 71 }), (given, one, other) => {
        const days = daysOf(given);
        const [from, upTo] = [one % days.length, other % (days.length + 1)].sort((a, b) => a - b);
        fc.pre(from !== undefined && upTo !== undefined && from < upTo);
        const cut = layersOf(given).between(BigInt(from ?? 0), BigInt(upTo ?? 0));
        expect(listed(cut)).toEqual(days.slice(from, upTo));
        expect(listed(cut.shifted(3))).toEqual(days.slice(from, upTo).map((day) => day + 3));
        expect(listed(cut.scaled(cut.units * 2n))).toEqual(
          days.slice(from, upTo).flatMap((day) => [day, day]),
        );
      }),
    );
  });

  it('know how many units have a long term, before and after old days are joined', () => {
    fc.assert(
      fc.property(parts, fc.integer({ min: 19_900, max: 20_300 }), (given, on) => {
        const long = BigInt(daysOf(given).filter((day) => isLongTermDays(day, on)).length);
        expect(layersOf(given).longUnits(on)).toBe(long);
        expect(layersOf(given).since(19_900).longUnits(on)).toBe(long);
      }),
    );
  });
});
