import { parse as parseSlowly } from 'lossless-json';
import { AppError } from '../../domain/kernel/errors';
import { InvalidInput } from '../errors/invalid-input';
import { JsonNumber } from '../validation/json-number';

/** The last of two equal keys wins, as in JSON.parse. @source reliability.md D20, 2.1 rows 27 to 34 */

/** Deeper values overflow the stack of code that walks or prints them. */
export const MAX_DEPTH = 32;
const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;
/** Starts a string that stands for a number. Input strings cannot contain it. */
const MARK = '\0';
const ESCAPED_NUL = /(?:^|[^\\])(?:\\\\)*\\u0000/;
/** Longer malformed texts are refused without a position. */
const EXPLAINED_CHARS = 65_536;
const NUL_OR_LONE_SURROGATE = /\0|\p{Surrogate}/u;

/**
 * @param keepDigits numbers become JsonNumber with their own digits: native parsing rounds 0.1234567890123456789.
 *   Marking numbers and parsing natively reads 32 MiB ten times faster than a parser in JavaScript.
 * @throws InvalidInput INVALID_REQUEST for malformed or too deep JSON; VALIDATION_ERROR for values that cannot be
 *   stored
 */
export function parseJson(text: string, keepDigits: boolean): unknown {
  try {
    return clean(parseMarked(text, keepDigits), keepDigits, []);
  } catch (error) {
    throw error instanceof SyntaxError ? malformed(placeOf(text)) : error;
  }
}

/** @throws AppError INVALID_REQUEST */
export function decodeJson(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new AppError('INVALID_REQUEST', undefined, { message: 'The body is not valid UTF-8' });
  }
}

function parseMarked(text: string, keepDigits: boolean): unknown {
  // This call refuses the text with a position.
  if (keepDigits && text.includes('\\u0000') && ESCAPED_NUL.test(text)) parseJson(text, false);
  return JSON.parse(scan(text, keepDigits));
}

/** One pass outside strings: bounds the depth and can mark the numbers. */
function scan(text: string, keepDigits: boolean): string {
  const parts: string[] = [];
  let copied = 0;
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const char = text.charCodeAt(i);
    if (char === 0x22) {
      i = endOfString(text, i);
    } else if (char === 0x7b || char === 0x5b) {
      if (++depth > MAX_DEPTH) throw malformed(i, `JSON is nested deeper than ${MAX_DEPTH} levels`);
    } else if (char === 0x7d || char === 0x5d) {
      depth--;
    } else if (keepDigits && startsNumber(char)) {
      const end = endOfNumber(text, i);
      const digits = text.slice(i, end);
      if (!NUMBER.test(digits)) throw malformed(i);
      parts.push(text.slice(copied, i), '"\\u0000', digits, '"');
      copied = end;
      i = end - 1;
    }
  }
  return copied === 0 ? text : parts.join('') + text.slice(copied);
}

const MAX_NUMBER_CHARS = 10_000;

const startsNumber = (char: number): boolean => char === 0x2d || (char >= 0x30 && char <= 0x39);

function endOfNumber(text: string, start: number): number {
  let end = start + 1;
  while (end < text.length && '0123456789+-.eE'.includes(text.charAt(end)))
    if (++end - start > MAX_NUMBER_CHARS) throw malformed(start, 'A number has too many digits');
  return end;
}

/** The length of the text when no quote closes the string. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

function isEscaped(text: string, quote: number): boolean {
  let slashes = 0;
  while (text.charCodeAt(quote - 1 - slashes) === 0x5c) slashes++;
  return slashes % 2 === 1;
}

/** Turns marks back into numbers. Refuses values that cannot be stored, or that change a prototype. */
function clean(value: unknown, keepDigits: boolean, path: (string | number)[]): unknown {
  if (typeof value === 'string') return cleanText(value, keepDigits, path);
  if (typeof value === 'number' && !Number.isFinite(value))
    throw refused(path, 'Input should be a finite number');
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) value[i] = cleanAt(value[i], keepDigits, path, i);
    return value;
  }
  const record = value as Record<string, unknown>;
  for (const key of Object.keys(record)) {
    // Only a bare number in the place of a key can be marked.
    if (keepDigits && key.startsWith(MARK)) throw new SyntaxError('A key should be a string');
    checkKey(key, record[key], path);
    record[key] = cleanAt(record[key], keepDigits, path, key);
  }
  return record;
}

function cleanAt(
  value: unknown,
  keepDigits: boolean,
  path: (string | number)[],
  key: string | number,
): unknown {
  path.push(key);
  const cleaned = clean(value, keepDigits, path);
  path.pop();
  return cleaned;
}

function cleanText(
  value: string,
  keepDigits: boolean,
  path: readonly (string | number)[],
): string | JsonNumber {
  if (keepDigits && value.startsWith(MARK)) return new JsonNumber(value.slice(MARK.length));
  if (NUL_OR_LONE_SURROGATE.test(value))
    throw refused(path, 'Text should not contain NUL or unpaired surrogates');
  return value;
}

/** @throws InvalidInput for a key that cannot be stored or that reaches a prototype */
function checkKey(key: string, below: unknown, path: readonly (string | number)[]): void {
  if (NUL_OR_LONE_SURROGATE.test(key)) throw refused(path, 'Keys should be text without NUL');
  const isReachingPrototype =
    key === 'constructor' && typeof below === 'object' && below !== null && Object.hasOwn(below, 'prototype');
  if (key === '__proto__' || isReachingPrototype) throw refused([...path, key], 'This key is not allowed');
}

const refused = (path: readonly (string | number)[], msg: string): InvalidInput =>
  new InvalidInput('VALIDATION_ERROR', [{ loc: ['body', ...path], msg, type: 'value_error' }]);

export const malformed = (position: number | null, msg = 'JSON decode error'): InvalidInput =>
  new InvalidInput('INVALID_REQUEST', [
    { loc: position === null ? ['body'] : ['body', position], msg, type: 'json_invalid' },
  ]);

/** From a slower parser that reports positions. Null for long texts. */
function placeOf(text: string): number | null {
  if (text.length > EXPLAINED_CHARS) return null;
  try {
    parseSlowly(text, null, String);
    return null;
  } catch (error) {
    const place = /position (\d+)$/.exec(error instanceof Error ? error.message : '');
    return place ? Number(place[1]) : null;
  }
}
