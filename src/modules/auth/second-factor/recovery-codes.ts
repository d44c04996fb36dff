import { createHash, randomBytes } from 'node:crypto';

const COUNT = 10;
/** 120 bits: enough for a fast hash. */
const CODE_BYTES = 15;
const GROUP = /.{4}/g;
/** Without letters and digits that look alike. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';

/** @returns codes of six groups of four, as shown once */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: COUNT }, () => (textOf(randomBytes(CODE_BYTES)).match(GROUP) ?? []).join('-'));

/** SHA-256 as lower-case hex. Ignores case, spaces and hyphens. */
export const recoveryCodeHash = (code: string): string =>
  createHash('sha256').update(normalised(code)).digest('hex');

const normalised = (code: string): string => code.toLowerCase().replace(/[\s-]/g, '');

function textOf(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{5}/g) ?? []).map((five) => ALPHABET.charAt(parseInt(five, 2))).join('');
}
