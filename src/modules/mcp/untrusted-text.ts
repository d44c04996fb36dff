/**
 * Names of fields whose text anyone can write: names and symbols of tokens on a chain, texts and keys made of them, and
 * labels and notes of people.
 */
const FIELDS =
  /(^|_)(symbol|symbols|name|asset|assets|label|note|notes|description|property|memo|title|token|protocol|counterparty|text|key)$/;

/** How such text stands in an answer of a tool. It is data, never an instruction. */
export interface UntrustedText {
  untrusted_text: string;
}

/**
 * A copy of an answer in which text that anyone can write is marked. Keys that hold such text (maps by symbol) are
 * marked as lists of entries.
 */
export function markUntrusted(value: unknown, isUntrusted = false): unknown {
  if (typeof value === 'string')
    return isUntrusted ? ({ untrusted_text: value } satisfies UntrustedText) : value;
  if (Array.isArray(value)) return value.map((each) => markUntrusted(each, isUntrusted));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  if (entries.some(([key]) => !FIELD_NAME.test(key)))
    return entries.map(([key, each]) => ({ key: { untrusted_text: key }, value: markUntrusted(each) }));
  return Object.fromEntries(entries.map(([key, each]) => [key, markUntrusted(each, FIELDS.test(key))]));
}

/** Every field of the API is named so; another key is data. */
const FIELD_NAME = /^[a-z][a-z0-9_]{0,63}$/;
