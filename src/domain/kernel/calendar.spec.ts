import {
  dayNumber,
  dayOf,
  dayText,
  isLongTerm,
  longTermOn,
  startOfDay,
  taxYearOf,
  yearBounds,
} from './calendar';

const at = (text: string): number => Date.parse(text);

describe('holding period', () => {
  it.each([
    ['2024-03-15', '2025-03-15', false],
    ['2024-03-15', '2025-03-16', true],
    ['2024-02-29', '2025-02-28', false],
    ['2024-02-29', '2025-03-01', true],
    ['2023-02-28', '2024-02-28', false],
    ['2023-02-28', '2024-02-29', false],
    ['2023-02-28', '2024-03-01', true],
    ['2024-02-28', '2025-02-28', false],
    ['2024-02-28', '2025-03-01', true],
    ['2023-03-01', '2024-03-01', false],
    ['2024-06-17T09:00:00Z', '2025-06-17T23:59:59Z', false],
    ['1999-12-31', '2001-01-01', true],
  ])('bought %s, sold %s: long %s', (bought, sold, isLong) => {
    expect(isLongTerm(at(bought), at(sold), 'UTC')).toBe(isLong);
  });

  it('is short for an unknown date', () => {
    expect(isLongTerm(null, at('2100-01-01'), 'UTC')).toBe(false);
  });

  it('agrees with its own first day over years of days', () => {
    for (let day = dayNumber(2019, 12, 1); day < dayNumber(2025, 3, 5); day++) {
      const bought = day * 86_400_000;
      const first = at(longTermOn(bought, 'UTC'));
      expect([isLongTerm(bought, first - 1, 'UTC'), isLongTerm(bought, first, 'UTC')]).toEqual([false, true]);
    }
  });
});

describe('days of a zone', () => {
  it.each([
    ['2026-01-01T02:00:00Z', 'UTC', 2026],
    ['2026-01-01T02:00:00Z', 'America/New_York', 2025],
    ['2025-12-31T20:00:00Z', 'Asia/Tokyo', 2026],
    ['2025-12-31T18:15:00Z', 'Asia/Kathmandu', 2026],
  ])('%s in %s is of %d', (text, zone, year) => {
    expect(taxYearOf(at(text), zone)).toBe(year);
  });

  it('knows both sides of a clock change', () => {
    // New York, 9 March 2025: 02:00 becomes 03:00; midnight moves from 05:00 to 04:00 UTC.
    const day = dayNumber(2025, 3, 9);
    expect(startOfDay(day, 'America/New_York')).toBe(at('2025-03-09T05:00:00Z'));
    expect(startOfDay(day + 1, 'America/New_York')).toBe(at('2025-03-10T04:00:00Z'));
    expect(dayOf(at('2025-03-10T03:59:59Z'), 'America/New_York')).toBe(day);
    expect(dayText(day)).toBe('2025-03-09');
  });

  it('bounds a year by local midnights', () => {
    expect(yearBounds(2025, 'America/New_York')).toEqual({
      from: at('2025-01-01T05:00:00Z'),
      until: at('2026-01-01T05:00:00Z'),
    });
    expect(yearBounds(2025, 'UTC')).toEqual({ from: at('2025-01-01'), until: at('2026-01-01') });
  });
});
