import type { Sliced } from '../../domain/kernel/slices';
import { InvalidInput } from '../errors/invalid-input';
import {
  checkKey,
  endOfString,
  EXPLAINED_CHARS,
  malformed,
  parseFields,
  parseItems,
  parseJson,
} from './json';

/** A part of this size is parsed in about a millisecond. */
const PART_CHARS = 32_768;
/** Code that walks over the keys of an object does so without a pause. */
const MAX_KEYS = 100_000;

/**
 * parseJson for texts of any length, in slices. A list or an object that is longer than one part is cut at its commas
 * into parts, each of which is parsed natively; a longer entry is cut in the same way.
 * @throws as parseJson; for long texts the error has no position
 */
export function* parseJsonSliced(
  text: string,
  keepDigits: boolean,
  partChars = PART_CHARS,
  longChars = EXPLAINED_CHARS,
): Sliced<unknown> {
  if (text.length <= longChars) return parseJson(text, keepDigits);
  try {
    return yield* new LongJson(text, keepDigits, partChars).document();
  } catch (error) {
    throw withoutPosition(error);
  }
}

function withoutPosition(error: unknown): unknown {
  if (error instanceof SyntaxError) return malformed(null);
  const isMalformed = error instanceof InvalidInput && error.code === 'INVALID_REQUEST';
  return isMalformed ? malformed(null, error.violations[0]?.msg) : error;
}

/** A part that ends before a comma or before the closing bracket; or an entry that is too long for a part. */
type Part = { end: number; closes: boolean } | { entry: Entry };

interface Entry {
  /** Of the opening bracket. */
  at: number;
  /** Null in a list. */
  key: string | null;
}

const [COMMA, COLON, QUOTE] = [0x2c, 0x3a, 0x22];
const isOpening = (char: number): boolean => char === 0x5b || char === 0x7b;
const isClosing = (char: number): boolean => char === 0x5d || char === 0x7d;
const isSpace = (char: number): boolean => char === 0x20 || char === 0x0a || char === 0x0d || char === 0x09;

class LongJson {
  private at = 0;
  /** Keys and indices above the present container. */
  private readonly path: (string | number)[] = [];

  constructor(
    private readonly text: string,
    private readonly keepDigits: boolean,
    private readonly partChars: number,
  ) {}

  *document(): Sliced<unknown> {
    this.at = this.skipSpace(0);
    // One long text or number.
    if (!isOpening(this.text.charCodeAt(this.at))) return parseJson(this.text, this.keepDigits);
    const value = yield* this.container();
    if (this.skipSpace(this.at) !== this.text.length) throw new SyntaxError('Text after the document');
    return value;
  }

  /** From the opening bracket at `at`; leaves `at` behind the closing one. */
  private *container(): Sliced<unknown> {
    const target = this.text[this.at] === '[' ? new ListTarget() : new ObjectTarget();
    this.at++;
    for (let isFirst = true; ; isFirst = false) {
      yield;
      const part = this.nextPart(target.isList);
      if ('entry' in part) {
        if (yield* this.longEntry(target, part.entry)) return target.value;
        continue;
      }
      const text = this.text.slice(this.at, part.end);
      const isBlank = text.trim() === '';
      // Nothing between two commas, or between a comma and the end.
      if (isBlank && !(isFirst && part.closes)) throw new SyntaxError('An entry is missing');
      if (!isBlank) target.add(text, this.keepDigits, { path: this.path, depth: this.path.length });
      this.at = part.end + 1;
      if (part.closes) {
        this.expectClosing(part.end, target.isList);
        return target.value;
      }
    }
  }

  /** @returns true when the container ends behind it */
  private *longEntry(target: Target, { at, key }: Entry): Sliced<boolean> {
    const name = key ?? target.size;
    this.at = at;
    this.path.push(name);
    const value = yield* this.container();
    this.path.pop();
    target.put(name, value, this.path);
    const next = this.skipSpace(this.at);
    this.at = next + 1;
    if (this.text.charCodeAt(next) === COMMA) return false;
    this.expectClosing(next, target.isList);
    return true;
  }

  /** As many whole entries as fit into one part, from `at` on; at least one, unless it is too long. */
  private nextPart(isList: boolean): Part {
    const { text, at: start, partChars } = this;
    let depth = 0;
    let comma = -1;
    let isOneEntry = false;
    for (let i = start; i < text.length; i++) {
      const char = text.charCodeAt(i);
      if (char === QUOTE) i = endOfString(text, i);
      else if (isOpening(char)) depth++;
      else if (isClosing(char) && depth-- === 0) return { end: i, closes: true };
      else if (char === COMMA && depth === 0) {
        if (isOneEntry) return { end: i, closes: false };
        comma = i;
      }
      if (isOneEntry || i - start < partChars) continue;
      if (comma !== -1) return { end: comma, closes: false };
      const entry = this.entryAt(start, isList);
      if (entry) return { entry };
      isOneEntry = true;
    }
    throw new SyntaxError('The text ends early');
  }

  /** The entry from here on, when it is a list or an object. */
  private entryAt(start: number, isList: boolean): Entry | null {
    let at = this.skipSpace(start);
    let key: string | null = null;
    if (!isList) {
      if (this.text.charCodeAt(at) !== QUOTE) throw new SyntaxError('A key should be a string');
      const end = endOfString(this.text, at) + 1;
      key = parseJson(this.text.slice(at, end), false) as string;
      at = this.skipSpace(end);
      if (this.text.charCodeAt(at) !== COLON) throw new SyntaxError('A key without a value');
      at = this.skipSpace(at + 1);
    }
    return isOpening(this.text.charCodeAt(at)) ? { at, key } : null;
  }

  private expectClosing(at: number, isList: boolean): void {
    if (this.text[at] !== (isList ? ']' : '}')) throw new SyntaxError('Brackets do not match');
  }

  private skipSpace(from: number): number {
    let at = from;
    while (isSpace(this.text.charCodeAt(at))) at++;
    return at;
  }
}

type Place = Parameters<typeof parseFields>[2];

/** The container that parts are added to. */
interface Target {
  readonly isList: boolean;
  readonly value: unknown;
  readonly size: number;
  add(text: string, keepDigits: boolean, place: Place): void;
  put(name: string | number, value: unknown, path: readonly (string | number)[]): void;
}

class ListTarget implements Target {
  readonly isList = true;
  readonly value: unknown[] = [];

  get size(): number {
    return this.value.length;
  }

  add(text: string, keepDigits: boolean, place: Place): void {
    for (const item of parseItems(text, keepDigits, place, this.size)) this.value.push(item);
  }

  put(_: string | number, value: unknown): void {
    this.value.push(value);
  }
}

class ObjectTarget implements Target {
  readonly isList = false;
  readonly value: Record<string, unknown> = {};
  /** Keys given so far. One that is given twice counts twice. */
  size = 0;

  add(text: string, keepDigits: boolean, place: Place): void {
    const fields = parseFields(text, keepDigits, place);
    for (const key of Object.keys(fields)) this.set(key, fields[key]);
  }

  put(name: string | number, value: unknown, path: readonly (string | number)[]): void {
    checkKey(String(name), value, path);
    this.set(String(name), value);
  }

  private set(key: string, value: unknown): void {
    if (++this.size > MAX_KEYS) throw malformed(null, `An object has more than ${MAX_KEYS} keys`);
    this.value[key] = value;
  }
}
