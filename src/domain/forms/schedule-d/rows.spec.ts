import { form8949, totalsOf, type Box, type Cents, type Form8949, type FormTotals } from '..';
import { replay } from '../../engine';
import { scheduleD, type ReturnFacts } from './rows';

const empty = form8949(replay([], { method: 'fifo', timezone: 'UTC', washSales: false }), {
  accounts: [],
  year: 2025,
  timezone: 'UTC',
});

const totals = (proceeds: Cents, costBasis: Cents, adjustment: Cents = 0n): FormTotals => ({
  ...totalsOf([]),
  count: 1,
  proceeds,
  costBasis,
  adjustment,
  gain: proceeds - costBasis + adjustment,
});

const form = (boxes: Partial<Record<Box, FormTotals>>, year = 2025): Form8949 => ({
  ...empty,
  year,
  sections: Object.entries(boxes).map(([box, each]) => ({
    part: 'ABCGHI'.includes(box) ? 'I' : 'II',
    box: box as Box,
    rows: [],
    totals: each,
  })),
});

const NOTHING: ReturnFacts = {
  shortTermCarryover: 0n,
  longTermCarryover: 0n,
  isMarriedFilingSeparately: false,
  taxableIncome: null,
};
const usd = (amount: number): Cents => BigInt(Math.round(amount * 100));
const gains = (schedule: ReturnType<typeof scheduleD>) =>
  Object.fromEntries(schedule.rows.map(({ line, gain }) => [line, Number(gain) / 100]));

describe('Schedule D', () => {
  it('takes the totals of boxes into their lines and adds wash adjustments', () => {
    const schedule = scheduleD(
      form({
        G: totals(usd(100), usd(150), usd(20)),
        H: totals(usd(10), usd(4)),
        I: totals(usd(1_000), usd(700)),
        L: totals(usd(500), usd(100.5)),
      }),
      NOTHING,
    );
    expect(gains(schedule)).toEqual({
      '1b': -30,
      '2': 6,
      '3': 300,
      '6': 0,
      '7': 276,
      '8b': 0,
      '9': 0,
      '10': 399.5,
      '14': 0,
      '15': 399.5,
      '16': 675.5,
    });
    expect(schedule.carryover).toBeNull();
    expect(schedule.rows[2]?.caption).toBe(
      'Totals for all transactions reported on Form(s) 8949 with Box C or Box I checked',
    );
    expect(scheduleD(form({ C: totals(1n, 0n) }, 2024), NOTHING).rows[2]?.caption).toBe(
      'Totals for all transactions reported on Form(s) 8949 with Box C checked',
    );
  });

  it('deducts 3,000 of a short-term loss of 10,000 and carries 7,000', () => {
    const schedule = scheduleD(form({ I: totals(usd(2_000), usd(12_000)) }), NOTHING);
    expect(gains(schedule)).toMatchObject({ '7': -10_000, '16': -10_000, '21': -3_000 });
    expect(schedule.carryover).toMatchObject({ shortTerm: usd(7_000), longTerm: 0n, isIncomeStated: false });
  });

  it('deducts 1,500 from a separate return', () => {
    const facts = { ...NOTHING, isMarriedFilingSeparately: true };
    const schedule = scheduleD(form({ L: totals(0n, usd(4_000)) }), facts);
    expect(gains(schedule)['21']).toBe(-1_500);
    expect(schedule.carryover).toMatchObject({ shortTerm: 0n, longTerm: usd(2_500) });
  });

  it('uses the deduction for the short-term loss first, then for the long-term one', () => {
    // Short -2,000 and long -5,000: 3,000 = 2,000 + 1,000, so 4,000 stay long-term.
    const both = form({ I: totals(0n, usd(2_000)), L: totals(0n, usd(5_000)) });
    expect(scheduleD(both, NOTHING).carryover).toMatchObject({ shortTerm: 0n, longTerm: usd(4_000) });
    // A short-term gain of 1,000 meets a long-term loss of 9,000: 8,000 less 3,000.
    const mixed = form({ I: totals(usd(1_000), 0n), L: totals(0n, usd(9_000)) });
    expect(scheduleD(mixed, NOTHING).carryover).toMatchObject({ shortTerm: 0n, longTerm: usd(5_000) });
  });

  it('adds the carryovers of the year before, and has none when the loss is used up', () => {
    const facts = { ...NOTHING, shortTermCarryover: usd(7_000), longTermCarryover: usd(500) };
    const gained = scheduleD(form({ I: totals(usd(5_000), 0n), L: totals(usd(600), 0n) }), facts);
    expect(gains(gained)).toMatchObject({ '6': -7_000, '7': -2_000, '14': -500, '15': 100, '16': -1_900 });
    expect(gains(gained)['21']).toBe(-1_900);
    expect(gained.carryover).toBeNull();
  });

  it('carries more when the income of the year does not need the deduction', () => {
    // Line 1 -2,200, line 2 3,000, line 3 800, line 4 800: 10,000 - 800.
    const facts = { ...NOTHING, taxableIncome: usd(-2_200) };
    const schedule = scheduleD(form({ I: totals(0n, usd(10_000)) }), facts);
    expect(schedule.carryover?.lines.map((cents) => Number(cents) / 100)).toEqual([
      -2_200, 3_000, 800, 800, 10_000, 0, 800, 9_200, 0, 0, 0, 0, 0,
    ]);
    const small = { ...NOTHING, taxableIncome: usd(-500) };
    expect(scheduleD(form({ L: totals(0n, usd(400)) }), small).carryover).toMatchObject({
      longTerm: usd(400),
    });
  });
});
