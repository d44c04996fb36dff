import type { CanonicalValue } from './events';

/** Every other control character is written as \u00XX. */
const SHORT: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};
/** All characters except printable ASCII, and the two that JSON must escape. */
const ESCAPED = /[^ !#-[\]-~]/g;
const LONE_SURROGATE = /\p{Surrogate}/gu;
const KEY = /^[A-Za-z_][A-Za-z0-9_]*$/;

/**
 * Keys sorted by code point, no white space, pure ASCII. The same text is signed and sent, so verifiers of the raw
 * body and verifiers that serialise again read the same bytes. Equal to Python's `json.dumps(value, sort_keys=True,
 * separators=(",", ":"))`.
 * @throws TypeError for values that other languages write differently: fractions, -0, unsafe integers, keys that are
 * data
 * @source spec 6 (Signature, 3); reliability.md 4
 */
export function canonicalJson(value: CanonicalValue): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'number') return whole(value);
  if (typeof value === 'boolean' || value === null) return String(value);
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`;
  return `{${Object.keys(value)
    .sort()
    .map((key) => `${quoted(checkedKey(key))}:${canonicalJson(entry(value, key))}`)
    .join(',')}}`;
}

const isList = (value: object): value is readonly CanonicalValue[] => Array.isArray(value);

function entry(value: { readonly [key: string]: CanonicalValue }, key: string): CanonicalValue {
  const found = value[key];
  if (found === undefined) throw new TypeError(`${key} has no value`);
  return found;
}

const quoted = (text: string): string =>
  `"${text.replace(LONE_SURROGATE, '\ufffd').replace(ESCAPED, escapeUnit)}"`;

const escapeUnit = (unit: string): string =>
  SHORT[unit] ?? `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

function whole(value: number): string {
  if (Number.isSafeInteger(value) && !Object.is(value, -0)) return String(value);
  throw new TypeError(`${value} is no safe integer: send decimals as text`);
}

function checkedKey(key: string): string {
  if (KEY.test(key)) return key;
  throw new TypeError(`${JSON.stringify(key)} is no key of ours: data belongs into values`);
}
