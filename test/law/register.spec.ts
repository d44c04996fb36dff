import { annualExclusion } from '../../src/domain/filing';
import { boxesOf } from '../../src/domain/forms/boxes';
import { BILL_IDS, isInForce, LAW_IDS, LawInForce, lawRecord, type LawRecord } from '../../src/domain/law';

const YEARS = Array.from({ length: 40 }, (_, i) => 2009 + i);

describe('a form takes law in force', () => {
  it('which no bill and no proposal is, in any year', () => {
    for (const year of YEARS)
      expect(LawInForce.of(year).ids.filter((id) => (BILL_IDS as string[]).includes(id))).toEqual([]);
    expect(BILL_IDS.length).toBeGreaterThan(10);
  });

  it.each(['proposed', 'bill'] as const)('also when a %s states dates', (status) => {
    const dated: LawRecord = { ...lawRecord('notice-2026-20'), status, effectiveTo: null };
    expect(YEARS.filter((year) => isInForce(dated, year))).toEqual([]);
  });

  it.each([
    ['notice-2025-7', [2025]],
    ['notice-2026-20', [2026]],
    ['gift-exclusion-2013', [2013, 2014, 2015, 2016, 2017]],
  ] as const)('%s holds in its own years', (id, years) => {
    expect(YEARS.filter((year) => LawInForce.of(year).has(id))).toEqual(years);
  });

  it('and the types refuse anything else', () => {
    // @ts-expect-error a bill is no law in force
    expect(LawInForce.of(2027).has('hr10357.fee')).toBe(false);
    // @ts-expect-error nobody else makes one
    expect(() => boxesOf({ year: 2027, has: () => true }, 'us_exchange', true)).not.toThrow();
  });
});

it('has one value of each number in a year', () => {
  for (const year of YEARS) {
    const names = LawInForce.of(year).ids.flatMap((id) => Object.keys(lawRecord(id).parameters));
    expect(names.length).toBe(new Set(names).size);
  }
});

it.each([
  [2012, 13_000n],
  [2017, 14_000n],
  [2021, 15_000n],
  [2024, 18_000n],
  [2025, 19_000n],
  [2030, 19_000n],
])('the exclusion of gifts in %s', (year, usd) => {
  expect(annualExclusion(LawInForce.of(year))).toBe(usd * 10n ** 18n);
});

it('states for each rule its source, the day of its reading, and real dates', () => {
  for (const id of LAW_IDS) {
    const { source, readOn, effectiveFrom, effectiveTo } = lawRecord(id);
    expect([id, source.length > 5]).toEqual([id, true]);
    for (const day of [readOn, effectiveFrom, effectiveTo])
      if (day !== null) expect(new Date(`${day}T00:00:00Z`).toISOString().slice(0, 10)).toBe(day);
  }
});
