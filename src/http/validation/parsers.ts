import type { Type } from '@nestjs/common';
import { CHAINS, type ChainName } from '../../domain/kernel/chain';
import { parseAddress, type Address } from '../../domain/kernel/address';
import { Decimal, parseDecimal } from '../../domain/kernel/decimal';
import { AppError } from '../../domain/kernel/errors';
import { readDto } from './dto';
import { Rejected, type FieldParser, type Flaw } from './field';
import { JsonNumber } from './json-number';
import { suggestion } from './unknown-input';

/** Parsers of fields: raw query or JSON value in, value or Rejected out. */

const MAX_OWNED_WALLETS = 100;
const MAX_DECIMAL_CHARS = 200;
/** A list with more has one mistake in every entry; the rest of it is not read. */
const MAX_FLAWS = 100;
/** Spec: US tax years of digital assets; Bitcoin began in 2009. */
const FIRST_TAX_YEAR = 2009;

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

const NOT_INTEGER_TEXT = new Rejected(
  'int_parsing',
  'Input should be a valid integer, unable to parse string as an integer',
);
const NOT_INTEGER = new Rejected('int_type', 'Input should be a valid integer');
const NOT_STRING = new Rejected('string_type', 'Input should be a valid string');
const NOT_OBJECT = new Rejected('model_attributes_type', 'Input should be a JSON object');
const NOT_DECIMAL = new Rejected('decimal_parsing', 'Input should be a valid decimal');
const NOT_MOMENT = new Rejected(
  'datetime_from_date_parsing',
  'Input should be a date (YYYY-MM-DD) or an ISO 8601 timestamp',
);

export const integer =
  (min: number, max: number): FieldParser<number> =>
  (raw, { source }) => {
    const value = source === 'query' ? integerText(raw) : integerJson(raw);
    return value instanceof Rejected ? value : within(value, min, max);
  };

export const boolean: FieldParser<boolean> = (raw, { source }) => {
  if (source === 'body')
    return typeof raw === 'boolean' ? raw : new Rejected('bool_type', 'Input should be a valid boolean');
  const value = typeof raw === 'string' ? BOOLEANS.get(raw.toLowerCase()) : undefined;
  return value ?? new Rejected('bool_parsing', 'Input should be a valid boolean, unable to interpret input');
};

/** Exact: text and JSON numbers alike; an exponent within ±40. */
export const decimal =
  (min: Decimal | null): FieldParser<Decimal> =>
  (raw) => {
    const text = raw instanceof JsonNumber ? raw.text : typeof raw === 'number' ? String(raw) : raw;
    if (typeof text !== 'string' || text.length > MAX_DECIMAL_CHARS) return NOT_DECIMAL;
    const value = parseDecimal(text);
    if (!value) return NOT_DECIMAL;
    return min && value.lt(min) ? tooSmall(min.toFixed()) : value;
  };

/** A JSON object read as a DTO of its own. */
export const nested =
  <T extends object>(type: () => Type<T>): FieldParser<T> =>
  (raw, context) => {
    if (!isObject(raw)) return NOT_OBJECT;
    const { dto, flaws } = readDto(type(), raw, context);
    return flaws.length > 0 ? new Rejected('value_error', 'Input should be valid', flaws) : dto;
  };

/** A JSON array, every entry read by the same parser, until a hundred things are wrong. */
export const listOf =
  <T>(parse: FieldParser<T>, min: number, max: number): FieldParser<T[]> =>
  (raw, context, name) => {
    if (!Array.isArray(raw)) return new Rejected('list_type', 'Input should be a valid list');
    if (raw.length > max) return tooLong(max, raw.length);
    if (raw.length < min) return tooShort(min, raw.length);
    const entries: T[] = [];
    const flaws: Flaw[] = [];
    for (const [i, given] of (raw as unknown[]).entries()) {
      const entry = parse(given, context, name);
      if (!(entry instanceof Rejected)) entries.push(entry);
      else flaws.push(...entry.flaws.map((flaw) => ({ ...flaw, at: [i, ...flaw.at] })));
      if (flaws.length >= MAX_FLAWS) break;
    }
    return flaws.length > 0 ? new Rejected('value_error', 'Input should be valid', flaws) : entries;
  };

/** Lengths count code points, as a person would. */
export const text =
  (min: number, max: number): FieldParser<string> =>
  (raw) => {
    if (typeof raw !== 'string') return NOT_STRING;
    if (raw.length > 2 * max || [...raw].length > max)
      return new Rejected('string_too_long', `String should have at most ${plural(max, 'character')}`);
    if ([...(min > 0 ? raw.trim() : raw)].length < min)
      return new Rejected('string_too_short', `String should have at least ${plural(min, 'character')}`);
    return raw;
  };

export const oneOf =
  <T extends string>(values: readonly T[]): FieldParser<T> =>
  (raw) =>
    values.find((value) => value === raw) ??
    new Rejected(
      'enum',
      `Input should be ${alternatives(values.map((value) => `'${value}'`))}${typeof raw === 'string' ? suggestion(raw, values) : ''}`,
    );

/** Any name in any case: a posted ledger may be of chains the service does not know. */
export const chain: FieldParser<string> = (raw, context, name) => {
  const value = text(1, 32)(raw, context, name);
  return value instanceof Rejected ? value : value.toLowerCase();
};

export const CHAIN_NAMES = Object.keys(CHAINS) as ChainName[];

/** A chain of the table in any case. */
export const chainName: FieldParser<ChainName> = (raw, context, name) => {
  const value = chain(raw, context, name);
  return value instanceof Rejected ? value : oneOf(CHAIN_NAMES)(value, context, name);
};

export const taxYear =
  (anyYear: boolean): FieldParser<number> =>
  (raw, { source, currentYear }) => {
    const value = source === 'query' ? yearText(raw) : integerJson(raw);
    if (value instanceof Rejected) return value;
    return anyYear ? within(value, 1000, 9999) : within(value, FIRST_TAX_YEAR, currentYear);
  };

/**
 * Milliseconds UTC. A date alone is the first, or for the end of a range the last, millisecond of that UTC day.
 * @source api.md 0
 */
export const moment =
  (edge: 'start' | 'end'): FieldParser<number> =>
  (raw) => {
    if (typeof raw !== 'string') return NOT_MOMENT;
    if (/^\d{4}-\d{2}-\d{2}$/.test(raw)) {
      const day = Date.parse(`${raw}T00:00:00.000Z`);
      if (!isSameDay(day, raw)) return NOT_MOMENT;
      return edge === 'start' ? day : day + 86_399_999;
    }
    const full = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/.exec(raw);
    const at = full?.[1] && isSameDay(Date.parse(`${full[1]}T00:00:00Z`), full[1]) ? Date.parse(raw) : NaN;
    return Number.isNaN(at) ? NOT_MOMENT : at;
  };

/** @throws AppError INVALID_ADDRESS naming the field */
export const address: FieldParser<Address> = (raw, _context, name) =>
  typeof raw === 'string' ? namedAddress(raw, name) : NOT_STRING;

export type JsonObject = Readonly<Record<string, unknown>>;

/** An object of any keys. Measured as it will be kept: UTF-8 bytes of its JSON. */
export const jsonObject =
  (maxBytes: number): FieldParser<JsonObject> =>
  (raw) => {
    if (!isObject(raw)) return NOT_OBJECT;
    const bytes = Buffer.byteLength(JSON.stringify(raw));
    return bytes > maxBytes
      ? new Rejected('too_long', `Object should have at most ${maxBytes} bytes as JSON, not ${bytes}`)
      : raw;
  };

/**
 * Comma-separated or repeated, without duplicates.
 * @throws AppError INVALID_ADDRESS naming the field
 */
export const ownedWallets: FieldParser<Address[]> = (raw, { source }, name) => {
  const list = source === 'query' ? queryList(raw) : raw;
  if (!Array.isArray(list)) return new Rejected('list_type', 'Input should be a valid list');
  if (list.length > MAX_OWNED_WALLETS) return tooLong(MAX_OWNED_WALLETS, list.length);
  const byValue = new Map<string, Address>();
  for (const entry of list as unknown[]) {
    if (typeof entry !== 'string') return NOT_STRING;
    const address = namedAddress(entry, name);
    byValue.set(address.value, byValue.get(address.value) ?? address);
  }
  return [...byValue.values()];
};

/** A JSON number that kept its digits is an instance, and no object on the wire. */
const isObject = (raw: unknown): raw is JsonObject =>
  typeof raw === 'object' && raw !== null && Object.getPrototypeOf(raw) === Object.prototype;

const namedAddress = (entry: string, name: string): Address => {
  try {
    return parseAddress(entry);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new AppError(error.code, error.details, { field: name });
  }
};

const queryList = (raw: unknown): string[] =>
  (Array.isArray(raw) ? raw : [raw])
    .flatMap((part) => String(part).split(','))
    .map((part) => part.trim())
    .filter(Boolean);

/** Number() would take '0x10', ' 5 ', '' and '1e3'. */
const integerText = (raw: unknown): number | Rejected =>
  typeof raw === 'string' && /^-?\d{1,9}$/.test(raw) ? Number(raw) + 0 : NOT_INTEGER_TEXT;

function integerJson(raw: unknown): number | Rejected {
  const value = raw instanceof JsonNumber ? integerText(raw.text) : raw;
  if (value instanceof Rejected || typeof value !== 'number') return NOT_INTEGER;
  return Number.isSafeInteger(value) ? value : NOT_INTEGER;
}

const yearText = (raw: unknown): number | Rejected =>
  typeof raw === 'string' && /^\d{4}$/.test(raw) ? Number(raw) : NOT_INTEGER_TEXT;

function within(value: number, min: number, max: number): number | Rejected {
  if (value < min) return tooSmall(String(min));
  return value > max ? tooLarge(String(max)) : value;
}

const tooSmall = (min: string) =>
  new Rejected('greater_than_equal', `Input should be greater than or equal to ${min}`);
const tooLarge = (max: string) =>
  new Rejected('less_than_equal', `Input should be less than or equal to ${max}`);
const tooLong = (max: number, given: number) =>
  new Rejected('too_long', `List should have at most ${max} items after validation, not ${given}`);

const tooShort = (min: number, given: number) =>
  new Rejected(
    'too_short',
    `List should have at least ${plural(min, 'item')} after validation, not ${given}`,
  );

const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;

const alternatives = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;

/** Date.parse takes 2023-02-30 for a day in March. */
const isSameDay = (at: number, day: string): boolean =>
  !Number.isNaN(at) && new Date(at).toISOString().startsWith(day);
