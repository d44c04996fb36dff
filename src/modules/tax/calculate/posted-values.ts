import { parseDay, startOfDay } from '../../../domain/kernel/calendar';
import { formatDecimal } from '../../../domain/kernel/decimal';
import { Rejected, type BulkReader, type Flaw } from '../../../http/validation/bulk';
import { JsonNumber } from '../../../http/validation/json-number';
import * as messages from '../../../http/validation/messages';
import { decimal, isInTime } from '../../../http/validation/readers';
import { isText } from '../../../http/validation/validators';

/** Readers of the values of a posted row. */

/** As many as the arithmetic keeps. */
const MAX_DIGITS = 80;
/** The rest of a list with more is not read: an error repeats over its rows. */
const MAX_FLAWS = 100;

const NOT_STRING = new Rejected('string_type', 'Input should be a valid string');
const NOT_DECIMAL = new Rejected('decimal_parsing', 'Input should be a valid decimal');

export const missing = (field: string): Flaw => ({ at: [field], type: 'missing', msg: 'Field required' });

/** Lengths count code points; blank text is empty. */
export const text =
  (min: number, max: number): BulkReader<string> =>
  (raw) => {
    if (typeof raw !== 'string') return NOT_STRING;
    if (!isText(raw, max)) return new Rejected('string_too_long', messages.longTextMessage(max));
    return [...raw.trim()].length < min
      ? new Rejected('string_too_short', messages.shortTextMessage(min))
      : raw;
  };

export const oneOf =
  <T extends string>(values: readonly T[]): BulkReader<T> =>
  (raw) =>
    values.find((value) => value === raw) ?? new Rejected('enum', messages.oneOfMessage(values, raw));

const chainText = text(1, 32);

/** Any name in any case: a posted ledger may be of chains the service does not know. */
export const chain: BulkReader<string> = (raw) => {
  const value = chainText(raw);
  return value instanceof Rejected ? value : value.toLowerCase();
};

/** A JSON array, every entry read by the same reader, until a hundred things are wrong. */
export const listOf =
  <T>(read: BulkReader<T>, min: number, max: number): BulkReader<T[]> =>
  (raw, timezone) => {
    if (!Array.isArray(raw)) return new Rejected('list_type', 'Input should be a valid list');
    if (raw.length > max) return new Rejected('too_long', messages.longListMessage(max, raw));
    if (raw.length < min) return new Rejected('too_short', messages.shortListMessage(min, raw));
    const entries: T[] = [];
    const flaws: Flaw[] = [];
    for (const [i, given] of (raw as unknown[]).entries()) {
      const entry = read(given, timezone);
      if (!(entry instanceof Rejected)) entries.push(entry);
      else flaws.push(...entry.flaws.map((flaw) => ({ ...flaw, at: [i, ...flaw.at] })));
      if (flaws.length >= MAX_FLAWS) break;
    }
    return flaws.length > 0 ? new Rejected('value_error', 'Input should be valid', flaws) : entries;
  };

/** The form in which the service writes amounts. Most amounts have it and need no reading. */
const CANONICAL = /^(0|[1-9]\d*)(\.\d*[1-9])?$/;

/** An exact amount as plain decimal text. */
export const amount: BulkReader<string> = (raw) => {
  const given = raw instanceof JsonNumber ? raw.text : raw;
  if (typeof given === 'string' && given.length <= MAX_DIGITS && CANONICAL.test(given)) return given;
  const value = decimal(raw);
  if (value === null) return NOT_DECIMAL;
  if (value.isNegative() && !value.isZero())
    return new Rejected('greater_than_equal', messages.minMessage(0));
  if (value.precision(true) > MAX_DIGITS)
    return new Rejected('decimal_max_digits', `Decimal input should have no more than ${MAX_DIGITS} digits`);
  return formatDecimal(value);
};

export const positive: BulkReader<string> = (raw) => {
  const value = amount(raw);
  return value === '0' ? new Rejected('greater_than', 'Input should be greater than 0') : value;
};

const NOT_A_TIME = new Rejected(
  'datetime_parsing',
  'Input should be an ISO 8601 timestamp or epoch seconds, in the years 1900 to 2100',
);
const ISO = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2})?(\.\d{1,9})?\s?(Z|[+-]\d{2}:?\d{2})?)?$/i;

/**
 * Milliseconds UTC: ISO 8601 or epoch seconds. A date alone is the start of that day in the report zone. A time without
 * a zone is UTC.
 * @source operating.md (transactions in the body); tax-rules 1.6
 */
export const timestamp: BulkReader<number> = (raw, timezone = 'UTC') => {
  const at = typeof raw === 'string' && !/^\d+(\.\d+)?$/.test(raw) ? isoTime(raw, timezone) : epochTime(raw);
  return at !== null && isInTime(at) ? at : NOT_A_TIME;
};

function epochTime(raw: unknown): number | null {
  const digits = raw instanceof JsonNumber ? raw.text : typeof raw === 'number' ? String(raw) : raw;
  if (typeof digits !== 'string' || !/^\d{1,12}(\.\d{1,9})?$/.test(digits)) return null;
  return Math.floor(Number(digits) * 1000);
}

function isoTime(given: string, timezone: string): number | null {
  const [, day, minutes, seconds = ':00', fraction = '', zone = 'Z'] = ISO.exec(given) ?? [];
  if (day === undefined) return null;
  const number = parseDay(day);
  if (Number.isNaN(number)) return null;
  if (minutes === undefined) return startOfDay(number, timezone);
  const at = Date.parse(`${day}T${minutes}${seconds}${fraction.slice(0, 4)}${zoneText(zone)}`);
  return Number.isNaN(at) ? null : at;
}

const zoneText = (zone: string): string =>
  zone.length === 5 ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone.toUpperCase();
