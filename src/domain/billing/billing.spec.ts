import { PLANS, SOLD_PLANS } from '../plans/plans';
import { HELD, nextRetryMs } from './held';
import { centsToText, priceOf } from './price';
import { isTimely, signedAt } from './signature-header';

describe('prices', () => {
  it('are those of the interface, in cents, of what is sold', () => {
    expect(SOLD_PLANS.map((plan) => [plan, priceOf(plan)])).toEqual([
      ['basic', 4_900],
      ['professional', 14_900],
      ['defi', 29_900],
    ]);
    expect(PLANS.free.priceCents).toBe(0);
  });

  it.each([
    [0, '0'],
    [1, '0.01'],
    [10, '0.1'],
    [99, '0.99'],
    [100, '1'],
    [4_950, '49.5'],
    [4_905, '49.05'],
    [29_900, '299'],
  ])('%s cents are written %s', (cents, text) => expect(centsToText(cents)).toBe(text));
});

describe('the header of a signature', () => {
  const hex = 'a'.repeat(64);
  it.each([
    [`t=1700000000,v1=${hex}`, 1_700_000_000],
    [`v1=${hex},t=1700000000`, 1_700_000_000],
    [`t=1700000000,v1=${hex},v1=${hex},v0=${hex}`, 1_700_000_000],
    ['', null],
    [`v1=${hex}`, null],
    ['t=1700000000', null],
    [`t=1700000000,v0=${hex}`, null],
    [`t=1700000000,t=1700000000,v1=${hex}`, null],
    [`t=12abc,v1=${hex}`, null],
    [`t=-5,v1=${hex}`, null],
    [`t=1.7e9,v1=${hex}`, null],
    [`t=,v1=${hex}`, null],
    [`t=1700000000, v1=${hex}`, null],
    [`t=1700000000,v1=${hex},`, null],
    [`t=1700000000,v1=`, null],
    [`t=9999999999999,v1=${hex}`, null],
  ])('%s', (header, expected) => expect(signedAt(header)).toBe(expected));

  it.each([
    [-301, false],
    [-300, true],
    [0, true],
    [300, true],
    [301, false],
  ])('%s seconds from now is timely: %s', (offset, expected) => {
    expect(isTimely(1_700_000_000 + offset, 1_700_000_000_999)).toBe(expected);
  });
});

describe('a held event', () => {
  it('is looked at ever more seldom, for a month', () => {
    const waits = [1, 2, 3, 9, 10, 400].map((tries) => nextRetryMs('unknown', tries, 0));
    expect(waits).toEqual([60_000, 120_000, 240_000, 15_360_000, 21_600_000, 21_600_000]);
    expect(nextRetryMs('unknown', 5, 30 * 86_400_000)).toBeNull();
  });

  it('that only a person can mend waits for one', () => {
    expect(
      Object.keys(HELD).filter((reason) => nextRetryMs(reason as keyof typeof HELD, 1, 0) === null),
    ).toEqual(['mismatched', 'ownerless']);
  });
});
