/**
 * Fields whose text anyone can write: names and symbols of tokens on a chain, texts and keys made of them, and labels
 * and notes of people.
 */
const FIELDS =
  /(^|_)(symbol|symbols|name|asset|assets|label|note|notes|description|property|memo|title|token|protocol|counterparty|text|key)$/;

/** Data, never an instruction. */
export interface UntrustedText {
  untrusted_text: string;
}

/** Marks text that anyone can write. Maps with such text as keys (by symbol) become lists of entries. */
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

/** Every field of the API has such a name; another key is data. */
const FIELD_NAME = /^[a-z][a-z0-9_]{0,63}$/;
