import { plainToInstance, type ClassConstructor } from 'class-transformer';
import { invalidAddress, tryParseAddress, type Address } from '../../domain/kernel/address';
import { parseDay, startOfDay } from '../../domain/kernel/calendar';
import { parseDecimal, type Decimal } from '../../domain/kernel/decimal';
import { JsonNumber } from './json-number';
import { isQuery, timezoneOf, type Read } from './property';
import { MAX_UNKNOWN } from './unknown-input';

/** Raw query or JSON value -> typed value, for the `Transform` of a property. What cannot be read fails its validators. */

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

export const asGiven: Read = (raw) => raw;

/** Numbers that a float holds exactly are numbers. Others stay what they are. */
export const json = (raw: unknown): unknown => {
  if (raw instanceof JsonNumber) return raw.exact ?? raw;
  if (Array.isArray(raw)) return raw.map((item) => json(item));
  if (!isJsonObject(raw)) return raw;
  return Object.fromEntries(Object.entries(raw).map(([name, value]) => [name, json(value)]));
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

export const lowerCase: Read = (raw) => (typeof raw === 'string' ? raw.toLowerCase() : raw);

const [EARLIEST, LATEST] = [Date.UTC(1900, 0, 1), Date.UTC(2101, 0, 1)];

/** True for the years that a body may name: 1900 to 2100. @param at ms UTC */
export const isInTime = (at: number): boolean => at >= EARLIEST && at < LATEST;

/**
 * Milliseconds UTC, in a body of the years 1900 to 2100. A date alone is the first, or for the end of a range the last, millisecond of that day: of the day
 * in the report zone in a body, of the UTC day in a query. NaN for anything else.
 * @source api.md 0; tax-rules 1.6
 */
export const moment =
  (edge: 'start' | 'end'): Read =>
  (raw, params) => {
    const at = momentOf(raw, params, edge);
    return isQuery(params) || isInTime(at) ? at : NaN;
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

/** Day number of `YYYY-MM-DD`, as in `kernel/calendar`. NaN for anything else. */
export const day: Read = (raw) => (typeof raw === 'string' ? parseDay(raw) : NaN);

/**
 * `null` for what is no string.
 * @throws AppError INVALID_ADDRESS naming the field
 */
export const address: Read = (raw, { key }) => (typeof raw === 'string' ? namedAddress(raw, key) : null);

/**
 * Comma-separated or repeated in a query; each once. `[null]` for a list with an entry that is no string.
 * @throws AppError INVALID_ADDRESS naming the field
 */
export const addresses =
  (max: number): Read =>
  (raw, params) => {
    const list = isQuery(params) ? listOfText(raw) : raw;
    if (!Array.isArray(list) || list.length > max) return list;
    const byValue = new Map<string, Address>();
    for (const entry of list as unknown[]) {
      if (typeof entry !== 'string') return [null];
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

/** Entries read one by one, unless there are too many: then the size is refused, and nothing looks at the entries. */
export const listOf =
  (readEntry: Read, max: number): Read =>
  (raw, params) => {
    if (!Array.isArray(raw) || raw.length > max) return raw;
    return raw.map((entry: unknown) => readEntry(entry, params));
  };

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
