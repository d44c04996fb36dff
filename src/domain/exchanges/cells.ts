import { parseDecimal, ZERO, type Decimal } from '../kernel/decimal';
import { plainTime } from './files/times';

/** A row that has no readable meaning. The message is public. */
export class UnreadableRow extends Error {}

/** Cells by normalised column name. Rows of an API have the same form. */
export type Cells = Readonly<Record<string, string>>;

/** `Time (UTC)` -> `timeutc`. Zones of columns keep their sign: `Time(UTC-05:00)` -> `timeutc-0500`. */
export const columnName = (given: string): string =>
  given
    .toLowerCase()
    .replace(/^[\s"]*#[\s"]*$/, 'number')
    .replace(/\(visit [^)]*\)/, '')
    .replace(/[^a-z0-9+-]|-(?!\d)/g, '');

export const cell = (cells: Cells, name: string): string => cells[name]?.trim() ?? '';

/** Commas that divide thousands, also in the Indian way: `12,34,567.8`. Any other comma is a decimal one. */
const THOUSANDS = /^\D*[1-9]\d{0,2}(?:,\d{2,3})*,\d{3}(?:\.\d*)?\D*$/;

/** `($519.83)` -> -519.83; `$1,234.5`, `1.5 BTC`, `-€2` too. Empty: null. @throws UnreadableRow */
export function amountIn(text: string): Decimal | null {
  const given = text.trim();
  if (given === '' || given === '-' || /^n\/?a$/i.test(given)) return null;
  if (given.includes(',') && !THOUSANDS.test(given))
    throw new UnreadableRow(`"${text.slice(0, 40)}" has a decimal comma. Write a decimal point`);
  const isNegative = /^\(.*\)$/.test(given);
  const plain = given
    .replace(/[()\s,$€£¥₿]/g, '')
    .replace(/(?<=\d)[A-Za-z]{2,10}$/, '')
    .replace(/^([A-Za-z]{2,5})(?=[-\d.])/, '');
  const value = parseDecimal(plain);
  if (!value) throw new UnreadableRow(`"${text.slice(0, 40)}" is not an amount`);
  return isNegative ? value.negated() : value;
}

export const amountOf = (cells: Cells, name: string): Decimal => {
  const value = amountIn(cell(cells, name));
  if (!value) throw new UnreadableRow(`${name} is empty`);
  return value;
};

export const amountOrZero = (cells: Cells, name: string): Decimal => amountIn(cell(cells, name)) ?? ZERO;

/** An amount of dollars that a row states beside its units, without a sign. Null: none, zero, or no amount. */
export function dollarsIn(text: string): Decimal | null {
  try {
    const value = amountIn(text)?.abs() ?? null;
    return value === null || value.isZero() ? null : value;
  } catch (error) {
    // The units of the row are readable without it.
    if (error instanceof UnreadableRow) return null;
    throw error;
  }
}

const ISO =
  /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?)?\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2})?(?:\s*\(?UTC\)?)?$/i;
const MONTH_FIRST =
  /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?:[ ,]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?)?(?:\s*(AM|PM))?$/i;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** A date without a time and without a zone. */
const isBareDate = (text: string): boolean =>
  /^(\d{4}[-/]\d{1,2}[-/]\d{1,2}|\d{1,2}\/\d{1,2}\/\d{4})$/.test(plainTime(text.trim()).text);

/** No coin is older. A time before is one that another program wrote in another form: it would move a tax year. */
const FIRST_YEAR = 2009;

/** ms UTC. Times without a zone are UTC, dates with slashes state the month first. @throws UnreadableRow */
export function timeIn(text: string, zoneMs = 0): number {
  const { text: plain, zone } = plainTime(text.trim());
  const at = anyTimeIn(plain, zone === null ? zoneMs : offsetOf(zone));
  if (at < Date.UTC(FIRST_YEAR, 0))
    throw new UnreadableRow(`"${text.trim().slice(0, 40)}" is before ${FIRST_YEAR}`);
  return at;
}

function anyTimeIn(given: string, zoneMs: number): number {
  if (/^\d{9,10}(\.\d+)?$/.test(given)) return Math.round(Number(given) * 1_000);
  if (/^\d{12,13}$/.test(given)) return Number(given);
  const iso = ISO.exec(given);
  if (iso) {
    const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', zone = ''] = iso;
    const ms = Number(fraction.padEnd(3, '0').slice(0, 3));
    return utc([year, month, day, hour, minute, second], ms) - (/^[+-]/.test(zone) ? offsetOf(zone) : zoneMs);
  }
  const [all, month, day, year, hour = '0', minute = '0', second = '0', half] = MONTH_FIRST.exec(given) ?? [];
  if (all === undefined) throw new UnreadableRow(`"${given.slice(0, 40)}" is not a time`);
  const hours = half === undefined ? hour : String((Number(hour) % 12) + (/pm/i.test(half) ? 12 : 0));
  return utc([year, month, day, hours, minute, second], 0) - zoneMs;
}

/** When the event of a row was. A bare date is marked: it is a day in the zone of the reports. @source tax-rules 1.6 */
export const momentIn = (text: string): { at: number; isDay?: true } => ({
  at: timeIn(text),
  ...(isBareDate(text) ? { isDay: true as const } : {}),
});

function utc(parts: readonly (string | undefined)[], ms: number): number {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.map(Number);
  const at = Date.UTC(year, month - 1, day, hour, minute, second, ms);
  const date = new Date(at);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day || hour > 23)
    throw new UnreadableRow(`${parts.slice(0, 3).join('-')} is not a date`);
  return at;
}

const MOST_ZONE_HOURS = 14;

/** `+02:00` -> ms. @throws UnreadableRow beyond the zones there are */
export const offsetOf = (zone: string): number => {
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone) ?? [];
  const ms = Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS;
  if (ms > MOST_ZONE_HOURS * HOUR_MS || Number(minutes) > 59)
    throw new UnreadableRow(`"${zone}" is not a time zone`);
  return sign === '-' ? -ms : ms;
};

/** Orders in which a file writes dates with slashes. */
export const DATE_ORDERS = ['mdy', 'dmy'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

const SLASHES = /^\s*(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})(?=$|[ ,T])/;
/** Dashes divide such dates too, where the year has four digits: `26-11-24` can begin with the year. */
const DASHES = /^\s*(\d{1,2})-(\d{1,2})-(\d{4})(?=$|[ ,T])/;
/** A file whose short years are at the end, as its exchange writes them. */
const SHORT_YEARS = /^\s*(\d{1,2})-(\d{1,2})-(\d{2})(?=$|[ ,T])/;
/** Where points divide dates, the day is first. */
const POINTS = /^\s*(\d{1,2})\.(0?[1-9]|1[0-2])\.(\d{4})(?=$|[ ,T])/;

/** Dates with dashes as dates with slashes, and dates with points from the year on. Other texts as they are. */
export const withSlashes = (text: string, hasShortYears = false): string =>
  /^\s*\d{1,2}[-.]/.test(text)
    ? text
        .replace(POINTS, '$3-$2-$1')
        .replace(DASHES, '$1/$2/$3')
        .replace(hasShortYears ? SHORT_YEARS : /$^/, '$1/$2/$3')
    : text;

/** Most cells are no dates: no expression runs for them. */
const mayHaveSlashes = (text: string): boolean => text[1] === '/' || text[2] === '/' || text[3] === '/';
const MOST_DAYS = 31;

/**
 * The order of the dates with slashes in all cells of a file: a number above 12 is a day.
 * @returns `either` where a date can be read both ways; null where it makes no difference
 * @throws UnreadableRow when two dates contradict each other
 */
export function dateOrderOf(texts: Iterable<string>): DateOrder | 'either' | null {
  const examples: Partial<Record<DateOrder | 'either', string>> = {};
  for (const text of texts) {
    if (!mayHaveSlashes(text)) continue;
    const found = SLASHES.exec(text);
    if (!found) continue;
    const [first, second] = [Number(found[1]), Number(found[2])];
    if (first === second || Math.max(first, second) > MOST_DAYS) continue;
    examples[second > 12 ? 'mdy' : first > 12 ? 'dmy' : 'either'] ??= text.trim();
  }
  const { mdy, dmy, either } = examples;
  if (mdy !== undefined && dmy !== undefined)
    throw new UnreadableRow(`"${mdy.slice(0, 40)}" has its month first, and "${dmy.slice(0, 40)}" its day`);
  return mdy !== undefined ? 'mdy' : dmy !== undefined ? 'dmy' : either !== undefined ? 'either' : null;
}

/** A date with slashes as month, day and a year of four digits. Other texts as they are. */
export const monthFirst = (text: string, order: DateOrder): string =>
  mayHaveSlashes(text)
    ? text.replace(SLASHES, (_, first: string, second: string, year: string) =>
        [...(order === 'mdy' ? [first, second] : [second, first]), year.padStart(4, '20')].join('/'),
      )
    : text;

const SHORTEST_HASH = 32;

/** The hash as the exchange writes it, also at the end of a link. Null for none, and for ids of the exchange. */
export const hashIn = (text: string): string | null => {
  const plain = text.trim().replace(/^https?:.*\//, '');
  return plain.length < SHORTEST_HASH || plain.includes('-') ? null : plain;
};

export const textOrNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());
