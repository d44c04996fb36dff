import { hideKeys } from '../kernel/bitcoin/extended-key';

/** Third-party text (a path, an agent) is stored for 400 days: bounded, printable, free of credentials. */

const SECRETS: readonly [RegExp, string][] = [
  [/\b(cb[a-z]_)[0-9A-Za-z]{6,}/g, '$1[hidden]'],
  [/\b(whsec_|[rs]k_live_|[rs]k_test_)[0-9A-Za-z+/=_-]{4,}/g, '$1[hidden]'],
  [/\b(cs_(?:live|test)_\w+_secret_)[\w%-]{4,}/g, '$1[hidden]'],
  [/\beyJ[0-9A-Za-z_-]{4,}\.[0-9A-Za-z_-]+(\.[0-9A-Za-z_-]*)?/g, '[hidden]'],
  [/((?:key|token|secret|password)(?:=|%3D))[^&;/\s]+/gi, '$1[hidden]'],
  [/\b(Bearer|Basic)(\s|%20)+[^\s/]+/gi, '$1 [hidden]'],
];

/** Control characters, and halves of surrogate pairs, which UTF-8 cannot encode. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}]/gu;

/** @param max code units to keep. Longer text ends in an ellipsis */
export function cleanText(text: string, max: number): string {
  // Longer than any stored text, and short enough for every pattern to be fast.
  const read = text.slice(0, 4 * max).replace(UNPRINTABLE, '\u{FFFD}');
  const hidden = hideKeys(SECRETS.reduce((rest, [pattern, instead]) => rest.replace(pattern, instead), read));
  return hidden.length <= max ? hidden : `${hidden.slice(0, max - 1).replace(/\p{Cs}$/u, '')}…`;
}
