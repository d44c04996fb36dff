import { sha256Hex } from '../kernel/hash';

/**
 * Format: `<kind>_` + 30 random base62 characters + their CRC-32 as 6 base62 digits. 178 random bits need no slow
 * hash. The checksum detects a mistyped key without a database query.
 * @source api.md 3 (key format)
 */
export const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

const KEY_KINDS = { partner: 'cbp_', api: 'cbk_' } as const satisfies Record<string, string>;
export type KeyKind = keyof typeof KEY_KINDS;

export const KEY_BODY_CHARS = 30;
const CHECK_CHARS = 6;
const SHOWN_CHARS = 12;

/** @param body 30 base62 characters from a cryptographic source */
export const keyText = (kind: KeyKind, body: string): string => `${KEY_KINDS[kind]}${body}${checksum(body)}`;

export const shownPart = (key: string): string => key.slice(0, SHOWN_CHARS);

/** SHA-256, lower-case hex. Stored in place of the key. */
export const keyHash = (key: string): string => sha256Hex(key);

export function isKeyOfKind(kind: KeyKind, key: string): boolean {
  const match = /^([a-z]+_)([0-9A-Za-z]{30})([0-9A-Za-z]{6})$/.exec(key);
  return match?.[1] === KEY_KINDS[kind] && checksum(match[2] ?? '') === match[3];
}

function checksum(body: string): string {
  let rest = crc32(body);
  let digits = '';
  for (let i = 0; i < CHECK_CHARS; i++) {
    digits = BASE62.charAt(rest % 62) + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

/** Reflected polynomial 0xEDB88320 (ISO 3309). @param text ASCII */
export function crc32(text: string): number {
  let crc = 0xffffffff;
  for (let i = 0; i < text.length; i++) {
    crc ^= text.charCodeAt(i);
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}
