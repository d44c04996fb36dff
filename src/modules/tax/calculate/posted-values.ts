import { parseDay, startOfDay } from '../../../domain/kernel/calendar';
import { formatDecimal } from '../../../domain/kernel/decimal';
import { JsonNumber } from '../../../http/validation/json-number';
import { minMessage } from '../../../http/validation/messages';
import { Rejected, type Flaw } from '../../../http/validation/property';
import { decimal, isInTime, NOT_DECIMAL } from '../../../http/validation/readers';

/** Readers of the values of a posted row. */

/** @param raw never undefined @param timezone of dates without a time; default UTC */
export type BulkReader<T> = (raw: unknown, timezone?: string) => T | Rejected;

/** As many as the arithmetic keeps. */
const MAX_DIGITS = 80;
export const missing = (field: string): Flaw => ({ at: [field], type: 'missing', msg: 'Field required' });

/** The form in which the service writes amounts. Most amounts have it and need no reading. */
const CANONICAL = /^(0|[1-9]\d*)(\.\d*[1-9])?$/;

/** An exact amount as plain decimal text. */
export const amount: BulkReader<string> = (raw) => {
  const given = raw instanceof JsonNumber ? raw.text : raw;
  if (typeof given === 'string' && given.length <= MAX_DIGITS && CANONICAL.test(given)) return given;
  const value = decimal(raw);
  if (value === null) return NOT_DECIMAL;
  if (value.isNegative() && !value.isZero()) return new Rejected('greater_than_equal', minMessage(0));
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
