import type { Mutant } from '../mutant';

const CALENDAR = { file: 'src/domain/kernel/calendar.ts', tests: 'calendar' } as const;

/** More than one year, by the calendar of the taxpayer. @source tax-rules 5 */
export const HOLDING_PERIOD: readonly Mutant[] = [
  {
    ...CALENDAR,
    name: 'long-from-365-days',
    mistake: 'Long-term from 365 days on: the anniversary itself counts',
    find: 'if (held !== 366) return held > 366;',
    replace: 'if (held >= 0) return held >= 365;',
  },
  {
    ...CALENDAR,
    name: 'long-over-365-days',
    mistake: 'Long-term over 365 days: wrong by a day across a 29 February',
    find: 'if (held !== 366) return held > 366;',
    replace: 'if (held >= 0) return held > 365;',
  },
  {
    ...CALENDAR,
    name: 'long-by-elapsed-time',
    mistake: 'Elapsed milliseconds: a later hour on the anniversary is long-term',
    find: 'return acquiredAt !== null && isLongTermDays(dayOf(acquiredAt, timezone), dayOf(at, timezone));',
    replace: 'return acquiredAt !== null && at - acquiredAt > 365 * DAY_MS;',
  },
  {
    name: 'slice-long-by-elapsed-time',
    mistake: 'Elapsed milliseconds decide the term of a slice',
    file: 'src/domain/engine/model/disposal-record.ts',
    find: 'return isLongTermDays(log.table.dayAt(lot, log.before[row] as Quantity, log.dayOf), soldOn);',
    replace: 'return this.lot.acquiredAt !== null && event.at - this.lot.acquiredAt > 365 * 86_400_000;',
    tests: 'engine',
  },
  {
    name: 'sum-long-by-elapsed-time',
    mistake: 'Elapsed milliseconds decide in which sum a slice lands',
    file: 'src/domain/engine/replay/slice-sums.ts',
    find: '(held >= SURELY_LONG || (held > SURELY_SHORT && isLongTermDays(dayOf(since), dayOf(event.at))));',
    replace: 'held > 365 * 86_400_000;',
    tests: 'engine',
  },
  {
    ...CALENDAR,
    name: 'leap-day-rolls-over',
    mistake: 'A year added to 29 February becomes 1 March before the day after is counted',
    find: `const start = new Date((acquired + 1) * DAY_MS);
  return dayNumber(start.getUTCFullYear() + 1, start.getUTCMonth() + 1, start.getUTCDate());`,
    replace: `const start = new Date(acquired * DAY_MS);
  return new Date(start.getTime()).setUTCFullYear(start.getUTCFullYear() + 1) / DAY_MS + 1;`,
  },
  {
    ...CALENDAR,
    name: 'leap-day-is-cut',
    mistake: 'A year added to 29 February becomes 28 February',
    find: 'return dayNumber(start.getUTCFullYear() + 1, start.getUTCMonth() + 1, start.getUTCDate());',
    replace: `const isLeapDay = start.getUTCMonth() === 1 && start.getUTCDate() === 29;
  return dayNumber(start.getUTCFullYear() + 1, start.getUTCMonth() + 1, isLeapDay ? 28 : start.getUTCDate());`,
  },
  {
    ...CALENDAR,
    name: 'day-of-purchase-counts',
    mistake: 'The holding period starts on the day of acquisition, not the day after',
    find: 'const start = new Date((acquired + 1) * DAY_MS);',
    replace: 'const start = new Date(acquired * DAY_MS);',
  },
  {
    name: 'unknown-date-is-long',
    mistake: 'Units of unknown date are taken for long held',
    file: 'src/domain/engine/model/lot-record.ts',
    find: 'export const UNKNOWN_DAY = 2 ** 30;',
    replace: 'export const UNKNOWN_DAY = -(2 ** 30);',
    tests: 'engine',
  },
  {
    name: 'transfer-restarts-the-clock',
    mistake: 'A transfer between own wallets starts a new holding period',
    file: 'src/domain/engine/model/lot-table.ts',
    find: 'dayOf((detail === null ? null : detail.holdingStartAt) ?? root.acquiredAt ?? root.at);',
    replace: 'dayOf((this.events[row] as LedgerEvent).at);',
    tests: 'engine',
  },
  {
    name: 'imported-day-in-utc',
    mistake: 'A date without a time in a file is a day in UTC',
    file: 'src/domain/exchanges/transactions.ts',
    find: "startOfDay(dayOf(record.at, 'UTC'), timezone)",
    replace: 'record.at',
    tests: 'imports',
  },
];
