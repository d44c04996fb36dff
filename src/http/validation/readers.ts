import { plainToInstance, type ClassConstructor } from 'class-transformer';
import { isTimeZone } from '../../config/env-checks';
import { invalidAddress, tryParseAddress, type Address } from '../../domain/kernel/address';
import { parseDay, startOfDay } from '../../domain/kernel/calendar';
import { CHAINS, type ChainName } from '../../domain/kernel/chain';
import { parseDecimal, type Decimal } from '../../domain/kernel/decimal';
import { JsonNumber } from './json-number';
import {
  longListMessage,
  longTextMessage,
  minMessage,
  oneOfMessage,
  shortListMessage,
  shortTextMessage,
} from './messages';
import { isQuery, Rejected, timezoneOf, type Flaw, type Read } from './property';
import { MAX_UNKNOWN } from './unknown-input';

/** Raw query or JSON value -> typed value, for the `Transform` of a property. What cannot be read is `Rejected`, or fails its validators. */

const MAX_DECIMAL_CHARS = 200;

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['yes', true],
  ['on', true],
  ['false', false],
  ['0', false],
  ['no', false],
  ['off', false],
]);

export const NOT_STRING = new Rejected('string_type', 'Input should be a valid string');
export const NOT_DECIMAL = new Rejected('decimal_parsing', 'Input should be a valid decimal');
const NOT_MOMENT = new Rejected(
  'datetime_from_date_parsing',
  'Input should be a date (YYYY-MM-DD) or an ISO 8601 timestamp',
);
const NOT_DAY = new Rejected('date_from_datetime_parsing', 'Input should be a date (YYYY-MM-DD)');
const NOT_ZONE = new Rejected('value_error', 'Input should be an IANA time zone');
const NOT_OBJECT = new Rejected('model_attributes_type', 'Input should be a JSON object');

/** Lengths count code points, as the database does; blank text is empty. */
export const text =
  (min: number, max: number) =>
  (raw: unknown): string | Rejected => {
    if (typeof raw !== 'string') return NOT_STRING;
    const isLong = raw.length > max && (raw.length > 2 * max || [...raw].length > max);
    if (isLong) return new Rejected('string_too_long', longTextMessage(max));
    return [...raw.trim()].length < min ? new Rejected('string_too_short', shortTextMessage(min)) : raw;
  };

/** One of a closed list, exactly as written. */
export const oneOf =
  <T extends string>(values: readonly T[]) =>
  (raw: unknown): T | Rejected =>
    values.find((value) => value === raw) ?? new Rejected('enum', oneOfMessage(values, raw));

export const CHAIN_NAMES = Object.keys(CHAINS) as ChainName[];
const MAX_CHAIN_CHARS = 32;
const chainText = text(1, MAX_CHAIN_CHARS);
const chainName = oneOf(CHAIN_NAMES);

/** The name of any chain in any case, lowercased: a posted ledger may be of chains the service does not know. */
export const lowerName = (raw: unknown): string | Rejected => {
  const name = chainText(raw);
  return name instanceof Rejected ? name : name.toLowerCase();
};

/** A chain that the service knows, in any case. */
export const chain = (raw: unknown): ChainName | Rejected => {
  const name = lowerName(raw);
  return name instanceof Rejected ? name : chainName(name);
};

/** The rest of a list with more is not read: an error repeats over its entries. */
const MAX_FLAWS = 100;

/** A JSON array, every entry read by the same reader, until a hundred things are wrong. Its size is refused before that. */
export const listOf =
  <T, C extends unknown[]>(read: (raw: unknown, ...context: C) => T | Rejected, min: number, max: number) =>
  (raw: unknown, ...context: C): T[] | Rejected => {
    const refused = sizeFlaw(raw, min, max);
    if (refused) return refused;
    const entries: T[] = [];
    const flaws: Flaw[] = [];
    for (const [i, given] of (raw as unknown[]).entries()) {
      const entry = read(given, ...context);
      if (!(entry instanceof Rejected)) entries.push(entry);
      else flaws.push(...entry.flaws.map((flaw) => ({ ...flaw, at: [i, ...flaw.at] })));
      if (flaws.length >= MAX_FLAWS) break;
    }
    return flaws.length > 0 ? new Rejected('value_error', 'Input should be valid', flaws) : entries;
  };

export function sizeFlaw(raw: unknown, min: number, max: number): Rejected | null {
  if (!Array.isArray(raw)) return new Rejected('list_type', 'Input should be a valid list');
  if (raw.length > max) return new Rejected('too_long', longListMessage(max, raw));
  return raw.length < min ? new Rejected('too_short', shortListMessage(min, raw)) : null;
}

/** Numbers that a float holds exactly are numbers. Others stay what they are. */
const json = (raw: unknown): unknown => {
  if (raw instanceof JsonNumber) return raw.exact ?? raw;
  if (Array.isArray(raw)) return raw.map((item) => json(item));
  if (!isJsonObject(raw)) return raw;
  return Object.fromEntries(Object.entries(raw).map(([name, value]) => [name, json(value)]));
};

const MAX_SHOWN = 40;

/** A JSON object of any keys, of so many UTF-8 bytes as JSON, which is how it is stored. */
export const jsonObject =
  (maxBytes = Infinity) =>
  (raw: unknown): JsonObject | Rejected => {
    const value = json(raw);
    if (!isJsonObject(value)) return NOT_OBJECT;
    const digits = inexactIn(value)?.text.slice(0, MAX_SHOWN);
    if (digits !== undefined)
      return new Rejected(
        'value_error',
        `The number ${digits} has more digits than JSON readers keep; send it as text`,
      );
    const bytes = maxBytes === Infinity ? 0 : Buffer.byteLength(JSON.stringify(value));
    return bytes > maxBytes
      ? new Rejected('too_long', `Object should have at most ${maxBytes} bytes as JSON, not ${bytes}`)
      : value;
  };

function inexactIn(value: unknown): JsonNumber | null {
  if (value instanceof JsonNumber) return value;
  if (typeof value !== 'object' || value === null) return null;
  for (const item of Object.values(value)) {
    const found = inexactIn(item);
    if (found) return found;
  }
  return null;
}

/** An IANA time zone. Offsets such as `+01:00` are no zones: they have no clock changes. */
export const zone: Read = (raw) => {
  if (typeof raw !== 'string') return NOT_STRING;
  return /^[A-Za-z]/.test(raw) && isTimeZone(raw) ? raw : NOT_ZONE;
};

/** NaN for what is no integer: a wrong JSON type, an exponent, a fraction. */
export const integer: Read = (raw, params) =>
  isQuery(params) ? digits(raw, /^-?\d{1,9}$/) : integerOfJson(raw);

/** Four digits in a query. */
export const year: Read = (raw, params) => (isQuery(params) ? digits(raw, /^\d{4}$/) : integerOfJson(raw));

export const boolean: Read = (raw, params) => (isQuery(params) ? booleanOfText(raw) : raw);

/** `true/false`, `1/0`, `yes/no`, `on/off` in any case. */
export const booleanOfText = (raw: unknown): unknown =>
  typeof raw === 'string' ? (BOOLEANS.get(raw.toLowerCase()) ?? raw) : raw;

/** Exact: text and JSON numbers alike; an exponent within ±40. `null` for anything else. */
export const decimal = (raw: unknown): Decimal | null => {
  const text = raw instanceof JsonNumber ? raw.text : typeof raw === 'number' ? String(raw) : raw;
  return typeof text === 'string' && text.length <= MAX_DECIMAL_CHARS ? parseDecimal(text) : null;
};

/** @param min the least that is taken */
export const exactDecimal =
  (min?: string) =>
  (raw: unknown): Decimal | Rejected => {
    const value = decimal(raw);
    if (value === null) return NOT_DECIMAL;
    return min !== undefined && value.lt(min) ? new Rejected('greater_than_equal', minMessage(min)) : value;
  };

export const lowerCase: Read = (raw) => (typeof raw === 'string' ? raw.toLowerCase() : raw);

const [EARLIEST, LATEST] = [Date.UTC(1900, 0, 1), Date.UTC(2101, 0, 1)];

/** True for the years that a body may name: 1900 to 2100. @param at ms UTC */
export const isInTime = (at: number): boolean => at >= EARLIEST && at < LATEST;

/**
 * Milliseconds UTC, in a body of the years 1900 to 2100. A date alone is the first, or for the end of a range the last, millisecond of that day: of the day
 * in the report zone in a body, of the UTC day in a query.
 * @source api.md 0; tax-rules 1.6
 */
export const moment =
  (edge: 'start' | 'end'): Read =>
  (raw, params) => {
    const at = momentOf(raw, params, edge);
    return (isQuery(params) && !Number.isNaN(at)) || isInTime(at) ? at : NOT_MOMENT;
  };

const momentOf = (raw: unknown, params: Parameters<Read>[1], edge: 'start' | 'end'): number => {
  if (typeof raw !== 'string') return NaN;
  if (/^\d{4}-\d{2}-\d{2}$/.test(raw)) {
    const named = parseDay(raw);
    if (Number.isNaN(named)) return NaN;
    const day = named + (edge === 'start' ? 0 : 1);
    return startOfDay(day, isQuery(params) ? 'UTC' : timezoneOf(params)) - (edge === 'start' ? 0 : 1);
  }
  const full = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/.exec(raw);
  return full?.[1] && !Number.isNaN(parseDay(full[1])) ? Date.parse(raw) : NaN;
};

/** Day number of `YYYY-MM-DD`, as in `kernel/calendar`. */
export const day: Read = (raw) => {
  const number = typeof raw === 'string' ? parseDay(raw) : NaN;
  return Number.isNaN(number) ? NOT_DAY : number;
};

/** @throws AppError INVALID_ADDRESS naming the field */
export const address: Read = (raw, { key }) =>
  typeof raw === 'string' ? namedAddress(raw, key) : NOT_STRING;

/**
 * Comma-separated or repeated in a query; each once.
 * @throws AppError INVALID_ADDRESS naming the field
 */
export const addresses =
  (max: number): Read =>
  (raw, params) => {
    const list = isQuery(params) ? listOfText(raw) : raw;
    const refused = sizeFlaw(list, 0, max);
    if (refused) return refused;
    const byValue = new Map<string, Address>();
    for (const entry of list as unknown[]) {
      if (typeof entry !== 'string') return NOT_STRING;
      const address = namedAddress(entry, params.key);
      byValue.set(address.value, byValue.get(address.value) ?? address);
    }
    return [...byValue.values()];
  };

/** The parts of a query parameter that is comma-separated or repeated. */
export const listOfText = (raw: unknown): string[] =>
  (Array.isArray(raw) ? raw : [raw])
    .flatMap((part) => String(part).split(','))
    .map((part) => part.trim())
    .filter(Boolean);

/** An object as an instance of a class; `null`, which no nested validation accepts, for anything else. */
export const instanceOf =
  (type: () => ClassConstructor<object>): Read =>
  (raw, { options }) =>
    isJsonObject(raw) && inheritedNames(raw).length === 0
      ? plainToInstance(type(), declaredInput(type(), raw), options)
      : null;

const INHERITED: readonly string[] = Object.getOwnPropertyNames(Object.prototype);

/** Keys that class-transformer leaves out without an error, such as `constructor` and `toString`. */
export const inheritedNames = (raw: object): string[] =>
  INHERITED.filter((name) => Object.prototype.propertyIsEnumerable.call(raw, name));

/** The properties of a DTO: an instance has all of them from the start. */
export const declaredNames = (type: ClassConstructor<object>): string[] => Object.keys(new type());

/**
 * The input of a DTO with null for every value that it does not declare: class-transformer copies such a value key by
 * key, in quadratic time. The names stay, up to the number that is reported, and are refused.
 */
export function declaredInput(type: ClassConstructor<object> | undefined, input: object): object {
  if (!type) return input;
  const declared = new Set(declaredNames(type));
  const fields: [name: string, value: unknown][] = [];
  let undeclared = 0;
  for (const name of Object.keys(input)) {
    if (declared.has(name)) fields.push([name, Reflect.get(input, name)]);
    else if (undeclared++ < MAX_UNKNOWN) fields.push([name, null]);
  }
  return Object.fromEntries(fields);
}

export type JsonObject = Readonly<Record<string, unknown>>;

/** A JSON number that keeps its digits is an instance, and no object on the wire. */
export const isJsonObject = (raw: unknown): raw is JsonObject =>
  typeof raw === 'object' && raw !== null && Object.getPrototypeOf(raw) === Object.prototype;

const namedAddress = (entry: string, name: string): Address => {
  const address = tryParseAddress(entry);
  if (!address) throw invalidAddress(entry, name);
  return address;
};

/** Number() would take '0x10', ' 5 ', '' and '1e3'. */
const digits = (raw: unknown, pattern: RegExp): number =>
  typeof raw === 'string' && pattern.test(raw) ? Number(raw) + 0 : NaN;

function integerOfJson(raw: unknown): number {
  if (raw instanceof JsonNumber) return digits(raw.text, /^-?\d{1,9}$/);
  return typeof raw === 'number' && Number.isSafeInteger(raw) ? raw : NaN;
}
