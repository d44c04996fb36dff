import { sha256Bytes, sha256Hex } from '../hash';

/** By the names of output descriptors (BIP-380). */
export type BitcoinScript = 'pkh' | 'sh(wpkh)' | 'wpkh' | 'tr';

/**
 * EXTENDED_KEYS: prefix of an extended public key -> its version bytes and the scripts that wallets derive from it.
 * BIP-44 and BIP-86 both use `xpub`, and many wallets export every account as `xpub`.
 * @source BIP-32, BIP-49, BIP-84, BIP-86, SLIP-132
 */
export const EXTENDED_KEYS = {
  xpub: { version: 0x0488b21e, scripts: ['wpkh', 'pkh', 'sh(wpkh)', 'tr'] },
  ypub: { version: 0x049d7cb2, scripts: ['sh(wpkh)'] },
  zpub: { version: 0x04b24746, scripts: ['wpkh'] },
} as const satisfies Record<string, { version: number; scripts: readonly BitcoinScript[] }>;

export type ExtendedKeyPrefix = keyof typeof EXTENDED_KEYS;

const PREFIX = /^[xyz]pub(?=[1-9A-HJ-NP-Za-km-z]{100,112}$)/;
const BYTES = 82;
/** Version, depth, parent fingerprint, child number, chain code. */
const KEY_AT = 45;

/** @returns null for text without the form of an extended public key of Bitcoin's main network */
export const extendedKeyPrefix = (text: string): ExtendedKeyPrefix | null =>
  (PREFIX.exec(text)?.[0] as ExtendedKeyPrefix | undefined) ?? null;

/** @param bytes decoded. Checks length, version, checksum, and that the key is a point of the curve */
export function isExtendedKey(prefix: ExtendedKeyPrefix, bytes: Uint8Array): boolean {
  if (bytes.length !== BYTES || numberOf(bytes.subarray(0, 4)) !== BigInt(EXTENDED_KEYS[prefix].version))
    return false;
  const checksum = sha256Bytes(sha256Bytes(bytes.subarray(0, BYTES - 4)));
  if (!bytes.subarray(BYTES - 4).every((byte, i) => byte === checksum[i])) return false;
  return isPoint(bytes.subarray(KEY_AT, BYTES - 4));
}

/** For logs: with the key itself, a reader could list every address of the wallet. */
const fingerprintOf = (key: string): string => `${key.slice(0, 4)}:${sha256Hex(key).slice(0, 8)}`;

/** secp256k1: y² = x³ + 7 over this prime. @source SEC 2 2.4.1 */
const PRIME = 2n ** 256n - 2n ** 32n - 977n;

/** A compressed point: 02 or 03, then an x for which x³ + 7 is a square. */
function isPoint(key: Uint8Array): boolean {
  if (key[0] !== 2 && key[0] !== 3) return false;
  const x = numberOf(key.subarray(1));
  return x > 0n && x < PRIME && power(x * x * x + 7n, (PRIME - 1n) / 2n) === 1n;
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  for (let factor = base % PRIME, rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * factor) % PRIME;
    factor = (factor * factor) % PRIME;
  }
  return result;
}

const numberOf = (bytes: Uint8Array): bigint => bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);

const BASE58 = '[1-9A-HJ-NP-Za-km-z]';
/** Start of a word, also behind a percent-encoded character of a URL. */
const START = '(?:\\b|(?<=%[0-9A-Fa-f]{2}))';
/** Extended private keys, private keys in wallet import format, and 12 to 24 seed words. */
const PRIVATE: readonly RegExp[] = [
  new RegExp(`${START}[xyzYZtuvUV]prv${BASE58}{6,}`, 'g'),
  new RegExp(`${START}(?:5${BASE58}{50}|[KL]${BASE58}{51})\\b`, 'g'),
  /\b[a-z]{3,8}(?:(?:%20|\+|\s)+[a-z]{3,8}){11,23}\b/g,
];
const PUBLIC = new RegExp(`${START}[xyzYZtuvUV]pub${BASE58}{50,}`, 'g');

export const hasPrivateKey = (text: string): boolean => PRIVATE.some((form) => text.search(form) >= 0);

/** For logs. Replaces private keys, and extended public keys by their fingerprints. */
export const hideKeys = (text: string): string =>
  PRIVATE.reduce((rest, form) => rest.replace(form, '[hidden]'), text).replace(PUBLIC, fingerprintOf);
