import fc from 'fast-check';
import { DAY_MS } from '../kernel/durations';
import { dec, type Decimal } from '../kernel/decimal';
import {
  accruedYield,
  RateHistory,
  rwaHolding,
  rwaTaxReport,
  RWA_TOKENS,
  rwaTotals,
  YIELDS,
  type DisposedLot,
  type Moment,
  type RwaLot,
  type RwaPosition,
  type RwaQuote,
  type YieldType,
} from '.';

const at = (text: string): number => Date.parse(text.includes('T') ? text : `${text}T12:00:00Z`);
const moment = (text: string, timezone = 'UTC'): Moment => ({ now: at(text), timezone });

const lot = (quantity: string, cost: string | null, acquired: string | null, isInterest = false): RwaLot => ({
  quantity: dec(quantity),
  cost: cost === null ? null : dec(cost),
  acquiredAt: acquired === null ? null : at(acquired),
  isInterest,
});
const position = (symbol: keyof typeof RWA_TOKENS, ...lots: RwaLot[]): RwaPosition => ({
  token: RWA_TOKENS[symbol],
  balance: lots.reduce((sum, { quantity }) => sum.plus(quantity), dec(0)),
  lots,
  disposed: [],
});
const sold = (of: RwaLot, day: string, proceeds: string | null, kind = 'sale'): DisposedLot => ({
  ...of,
  disposedAt: at(day),
  disposalId: `sold-${day}`,
  kind,
  proceeds: proceeds === null ? null : dec(proceeds),
  isLongTerm: false,
});
const quote = (nav: string | null, rate: string | null): RwaQuote => ({
  nav: nav === null ? null : dec(nav),
  rate: rate === null ? null : dec(rate),
  source: 'test',
});
const text = (value: Decimal | null): string | null => value && value.toFixed();
const year = (of: RwaPosition, by: RwaQuote, tax: number, when: Moment) =>
  rwaTaxReport([rwaHolding(of, by, when)], tax, when);

describe('interest by mechanism', () => {
  const all = { after: -Infinity, until: at('2026-03-02') / DAY_MS - 0.5, timezone: 'UTC' };
  const of = (type: YieldType, ...lots: RwaLot[]) =>
    YIELDS[type](lots, { paysIn: 'units', nav: dec('1.1'), rate: dec('0.05') }, all).toFixed();

  it.each<[string, YieldType, RwaLot[], string]>([
    ['a year', 'accrual', [lot('1000', '1000', '2025-03-02')], '50'],
    ['73 days', 'nav_distribution', [lot('1000', '1000', '2025-12-19')], '10'],
    [
      'lots one by one',
      'accrual',
      [lot('1000', '1000', '2025-03-02'), lot('1', '365', '2026-03-01')],
      '50.05',
    ],
    ['on cost, not on value', 'accrual', [lot('1', '2000', '2025-03-02')], '100'],
    ['nothing on the day of purchase', 'accrual', [lot('1000', '1000', '2026-03-02')], '0'],
    ['nothing on a lot of tomorrow', 'accrual', [lot('1000', '1000', '2026-03-03')], '0'],
    ['nothing on a lot of unknown cost', 'accrual', [lot('9', null, '2020-01-01')], '0'],
    ['nothing on a lot of unknown date', 'accrual', [lot('9', '9', null)], '0'],
    ['a rebasing token that never grew, as the others', 'rebase', [lot('1000', '1000', '2025-03-02')], '50'],
    [
      'a rebasing token that grew, by its growth',
      'rebase',
      [lot('1000', '1000', '2025-03-02'), lot('40', '44', '2026-01-01', true)],
      '44',
    ],
    [
      'dividends in new tokens earn like any lot',
      'nav_distribution',
      [lot('1000', '1000', '2025-03-02'), lot('365', '365', '2026-02-28', true)],
      '50.1',
    ],
  ])('%s', (_, type, lots, expected) => {
    expect(of(type, ...lots)).toBe(expected);
  });

  it('counts no growth where the price holds the yield: the units came from others', () => {
    const lots = [lot('1000', '1000', '2025-03-02'), lot('40', '44', '2026-01-01', true)];
    const figures = { paysIn: 'price', nav: dec('1.1'), rate: dec('0.05') } as const;
    // A year of 1,000 and 60 days of 44.
    expect(YIELDS.rebase(lots, figures, all).toFixed(8)).toBe('50.36164384');
  });

  it('counts a leap year as 366 days of 365', () => {
    const [held, by] = [position('BUIDL', lot('365', '365', '2023-12-31')), quote('1', '0.1')];
    expect(text(year(held, by, 2024, moment('2026-01-01')).total)).toBe('36.6');
    expect(text(year(held, by, 2025, moment('2026-01-01')).total)).toBe('36.5');
  });

  it('counts days of the taxpayer', () => {
    // Bought on New Year's Eve in New York, already New Year in UTC.
    const [held, by] = [position('BUIDL', lot('365', '365', '2026-01-01T03:00:00Z')), quote('1', '0.1')];
    const now = '2026-01-11T12:00:00Z';
    expect(text(rwaHolding(held, by, moment(now, 'UTC')).accrued)).toBe('1');
    expect(text(rwaHolding(held, by, moment(now, 'America/New_York')).accrued)).toBe('1.1');
  });
});

describe('the step of the basis', () => {
  const by = quote('1.1', '0.05');
  const stepOf = (tax: number, ...lots: RwaLot[]) =>
    year(position('USDY', ...lots), by, tax, moment('2026-03-02')).rows.map((row) => text(row.basisStep));

  it.each(['BUIDL', 'BENJI', 'USDM'] as const)('is nothing for %s, which pays in units', (symbol) => {
    const held = position(symbol, lot('1000', '1000', '2024-12-31'));
    const [row] = year(held, by, 2025, moment('2026-03-02')).rows;
    expect([row && text(row.amount), row && text(row.basisStep)]).toEqual(['50', '0']);
  });

  it('is the yield of all years up to the end of the period', () => {
    const bought = lot('1000', '1000', '2024-12-31');
    expect(stepOf(2025, bought)).toEqual(['50']);
    expect(stepOf(2026, bought)).toEqual(['58.35616438']);
  });

  it('is that of all units, also of those that others paid as interest', () => {
    const paid = lot('40', '44', '2026-01-01', true);
    // A year of 1,000 and 60 days of 44.
    expect(stepOf(2026, lot('1000', '1000', '2025-03-02'), paid)).toEqual(['50.36164384']);
  });

  it('is that of the lots at the end of the period, whatever came or left later', () => {
    const [early, late] = [lot('1000', '1000', '2024-12-31'), lot('500', '500', '2026-01-01')];
    const held = { ...position('USDY', late), disposed: [sold(early, '2026-02-01', '1060')] };
    const [row] = year(held, by, 2025, moment('2026-03-02')).rows;
    expect(row && [row.cost, row.basisStep].map(text)).toEqual(['1000', '50']);
    expect(row?.acquiredAt).toBe(at('2024-12-31'));
  });
});

describe('units that were sold', () => {
  const by = quote('1.1', '0.0365');
  const bought = lot('1000', '1000', '2024-12-31');
  const gone = (...disposed: DisposedLot[]): RwaPosition => ({ ...position('OUSG'), disposed });
  const report = (of: RwaPosition, tax: number, figures = by) => year(of, figures, tax, moment('2026-11-20'));

  it('earn in the years in which they were held, up to the day of the sale', () => {
    const held = gone(sold(bought, '2026-03-11', '1060'));
    const amounts = [2024, 2025, 2026, 2027].map((tax) =>
      report(held, tax).rows.map((row) => text(row.amount)),
    );
    expect(amounts).toEqual([[], ['36.5'], ['7'], []]);
    expect(report(held, 2026).rows[0]).toMatchObject({ acquiredAt: at('2024-12-31') });
  });

  it('are listed in the year of the sale, and count their yield once', () => {
    const held = gone(sold(bought, '2026-03-11', '1060'));
    expect(report(held, 2025).disposed).toEqual([]);
    const [row] = report(held, 2026).disposed;
    const shown = row && [row.amount, row.cost, row.gain, row.basisStep, row.adjustedCost, row.adjustedGain];
    // 36.5 of 2025 and 7 of 2026: 1060 - (1000 + 43.5) = 16.5
    expect(shown?.map(text)).toEqual(['7', '1000', '60', '43.5', '1043.5', '16.5']);
  });

  it('are in one row with what is still held', () => {
    const held = { ...gone(sold(lot('500', '500', '2025-06-30'), '2026-03-11', '520')), lots: [bought] };
    const { rows, total } = report(held, 2026, quote('1.1', '0.0365'));
    // 324 days of 1,000 and 70 days of 500.
    expect([rows.length, text(total)]).toEqual([1, '35.9']);
    expect(rows[0]).toMatchObject({ acquiredAt: at('2024-12-31') });
    expect(rows[0] && [text(rows[0].cost), text(rows[0].basisStep)]).toEqual(['1000', '68.9']);
  });

  it.each<[string, DisposedLot]>([
    ['a gift', sold(bought, '2026-03-11', null, 'gift')],
    ['a sale without a known value', sold(bought, '2026-03-11', null)],
  ])('have no gain where there is none: %s', (_, lots) => {
    const [row] = report(gone(lots), 2026).disposed;
    expect([row?.gain, row?.adjustedGain]).toEqual([null, null]);
    expect(row && [text(row.amount), text(row.adjustedCost)]).toEqual(['7', '1043.5']);
  });

  it('of unknown cost have no yield and no gain, and are no loss', () => {
    const { rows, disposed } = report(gone(sold(lot('9', null, '2025-01-01'), '2026-03-11', '10')), 2026);
    expect(rows).toEqual([]);
    expect(disposed).toMatchObject([{ amount: null, cost: null, gain: null, adjustedGain: null }]);
  });

  it('that were interest paid in units count in the year of their receipt, also after their sale', () => {
    const paid = lot('40', '44', '2025-08-01', true);
    const held: RwaPosition = { ...position('USDM', bought), disposed: [sold(paid, '2026-01-05', '44')] };
    expect(text(report(held, 2025).total)).toBe('44');
    expect(report(held, 2026).disposed).toMatchObject([{ basisStep: dec(0) }]);
  });

  it('are sold on a day of the taxpayer', () => {
    const held = gone({ ...sold(bought, '2026-01-01', '1060'), disposedAt: at('2026-01-01T03:00:00Z') });
    const years = (timezone: string) =>
      [2025, 2026].map((tax) => year(held, by, tax, moment('2026-11-20', timezone)).disposed.length);
    expect(years('UTC')).toEqual([0, 1]);
    expect(years('America/New_York')).toEqual([1, 0]);
  });
});

describe('yields of past days', () => {
  const day = (date: string): number => at(`${date}T00:00:00Z`) / DAY_MS;
  const history = new RateHistory([
    { day: day('2026-01-02'), rate: dec('0.02') },
    { day: day('2026-01-01'), rate: dec('0.01') },
    { day: day('2026-01-05'), rate: dec('0.05') },
  ]);
  const sum = (after: string, until: string) => history.sumOf(day(after), day(until), dec(1)).toFixed();

  it.each([
    ['2025-12-31', '2026-01-01', '0.01'],
    // 3 and 4 January have the yield of the 2nd.
    ['2025-12-31', '2026-01-05', '0.12'],
    ['2026-01-02', '2026-01-04', '0.04'],
    // Days outside have the present yield.
    ['2025-12-30', '2026-01-01', '1.01'],
    ['2026-01-04', '2026-01-06', '1.05'],
    ['2026-02-01', '2026-02-03', '2'],
    ['2025-02-01', '2025-02-03', '2'],
    ['2026-01-03', '2026-01-03', '0'],
  ])('after %s until %s', (after, until, expected) => {
    expect(sum(after, until)).toBe(expected);
  });

  it('replace the present yield, and years still add up to the whole', () => {
    const held = position('OUSG', lot('365', '365', '2025-12-31'));
    const by: RwaQuote = { ...quote('1.1', '0.1'), history };
    const { rows } = year(held, by, 2026, moment('2026-01-07'));
    // 0.01 + 0.02 + 0.02 + 0.02 + 0.05 of the history, 2 days of 0.1.
    expect(rows.map((row) => [text(row.amount), row.hasHistory])).toEqual([['0.32', true]]);
    expect(year(held, quote('1.1', '0.1'), 2026, moment('2026-01-07')).rows[0]?.hasHistory).toBe(false);
    // No day of that year has its own yield.
    const before = position('OUSG', lot('365', '365', '2024-12-31'));
    expect(year(before, by, 2025, moment('2026-01-07')).rows[0]?.hasHistory).toBe(false);
  });
});

describe('a holding', () => {
  const lots = [lot('100', '11000', '2025-12-19'), lot('10', null, '2024-01-01')];
  const now = moment('2026-03-02');

  it('is balance x value, and accrues where cost and yield are known', () => {
    const holding = rwaHolding(position('OUSG', ...lots), quote('114.2', '0.05'), now);
    expect(text(holding.balance)).toBe('110');
    expect(text(holding.value)).toBe('12562');
    expect(text(holding.cost)).toBe('11000');
    expect(text(holding.accrued)).toBe('110');
    expect(text(holding.yieldVsCost)).toBe('0.01');
  });

  it.each<[string, RwaLot[], RwaQuote]>([
    ['no yield', lots, quote('114.2', null)],
    ['no cost', [lot('10', null, '2024-01-01')], quote('114.2', '0.05')],
    ['a cost of nothing', [lot('10', '0', '2024-01-01')], quote('114.2', '0.05')],
  ])('says neither yield nor ratio with %s', (_, of, by) => {
    const { accrued, yieldVsCost, value } = rwaHolding(position('OUSG', ...of), by, now);
    expect([accrued, yieldVsCost]).toEqual([null, null]);
    expect(value.gt(0)).toBe(true);
  });

  it('is worth a dollar a unit while no value is to be had', () => {
    const holding = rwaHolding(position('OUSG', ...lots), quote(null, '0.05'), now);
    expect([text(holding.nav), text(holding.value), text(holding.accrued)]).toEqual(['1', '110', '110']);
  });

  it('adds up to totals that leave out what is not known', () => {
    const known = rwaHolding(position('OUSG', ...lots), quote('114.2', '0.05'), now);
    const unknown = rwaHolding(position('USDM', lot('7', '7', '2025-01-01')), quote(null, null), now);
    const totals = rwaTotals([known, unknown]);
    expect(text(totals.value)).toBe('12569');
    expect(text(totals.cost)).toBe('11007');
    expect(text(totals.accrued)).toBe('110');
    expect(text(totals.yieldPercent)).toBe('0.99936404');
    expect(text(rwaTotals([]).yieldPercent)).toBe('0');
  });

  it('never accrues less than nothing', () => {
    expect(text(rwaHolding(position('OUSG', ...lots), quote('1', '-0.05'), now).accrued)).toBe('0');
  });
});

describe('the interest of a year', () => {
  const held = position('USDY', lot('1000', '1000', '2024-11-01'), lot('500', '550', '2025-12-31'));
  const by = quote('1.13', '0.0365');

  it.each([
    [2023, [], '2023-12-31T23:59:59.999Z'],
    [2024, ['6'], '2024-12-31T23:59:59.999Z'],
    [2025, ['36.5'], '2025-12-31T23:59:59.999Z'],
    [2026, ['1.55'], '2026-01-10T12:00:00.000Z'],
    [2027, [], '2026-01-10T12:00:00.000Z'],
    [1000, [], '1000-12-31T23:59:59.999Z'],
    [9999, [], '2026-01-10T12:00:00.000Z'],
  ])('%i', (tax, amounts, reportedAt) => {
    const report = year(held, by, tax, moment('2026-01-10'));
    expect(report.rows.map(({ amount }) => text(amount))).toEqual(amounts);
    expect(new Date(report.reportedAt).toISOString()).toBe(reportedAt);
    for (const { acquiredAt } of report.rows) expect(acquiredAt).toBe(at('2024-11-01'));
  });

  it('has no row for what earned on no day of it, nor for what is not known', () => {
    const untracked = position('OUSG', lot('1', null, '2020-01-01'));
    const undated = position('OUSG', lot('1', '1', null));
    const late = position('OUSG', lot('1', '1', '2025-12-31'));
    for (const none of [untracked, undated, late])
      expect(year(none, by, 2025, moment('2026-01-10')).rows).toEqual([]);
    expect(year(held, quote('1', null), 2025, moment('2026-01-10')).rows).toEqual([]);
  });

  it('has a row for what rebased on its last day', () => {
    const grown = position('USDM', lot('1', '1', '2025-12-31'), lot('2', '2', '2025-12-31', true));
    expect(text(year(grown, quote('1.5', '0.04'), 2025, moment('2026-01-10')).total)).toBe('3');
  });

  it('has growth in the year of its receipt, on either side of midnight', () => {
    const grown = position(
      'USDM',
      lot('1', '1', '2024-12-31'),
      lot('2', '2', '2024-12-31T23:59:59.999Z', true),
      lot('3', '3', '2025-01-01T00:00:00.000Z', true),
    );
    const totals = [2024, 2025].map((tax) =>
      text(year(grown, quote('1', '0.04'), tax, moment('2026-01-10')).total),
    );
    expect(totals).toEqual(['2', '3']);
  });

  it('adds up, over the years, to what the holding has accrued', () => {
    const lots = fc.array(
      fc.record({ cost: fc.integer({ min: 1, max: 1e9 }), day: fc.integer({ min: 18_000, max: 20_500 }) }),
      { minLength: 1, maxLength: 5 },
    );
    fc.assert(
      fc.property(
        lots,
        fc.integer({ min: 1, max: 9_999 }),
        fc.constantFrom('UTC', 'America/Los_Angeles', 'Asia/Tokyo'),
        (drawn, points, timezone) => {
          const now = { now: at('2026-04-01'), timezone };
          const of = position(
            'BUIDL',
            ...drawn.map(({ cost, day }) => ({
              ...lot('1', String(cost), null),
              acquiredAt: day * DAY_MS,
            })),
          );
          const rate = quote('1', dec(points).div(10_000).toFixed());
          const years = Array.from({ length: 20 }, (_, i) => 2010 + i).map(
            (y) => year(of, rate, y, now).total,
          );
          const sum = years.reduce((total, part) => total.plus(part), dec(0));
          const whole = accruedYield(of, rate, { after: -Infinity, until: 20_544, timezone });
          // Each year is rounded once, to eight places.
          expect(
            sum
              .minus(whole ?? NaN)
              .abs()
              .lte('0.000001'),
          ).toBe(true);
        },
      ),
      { numRuns: 100 },
    );
  });
});
