import { sha1 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { chunks, SLICE, type Sliced } from './slices';

/** The only file of the domain that imports @noble/hashes: pure functions, no node:crypto. */
export const sha256Bytes = (bytes: Uint8Array): Uint8Array => sha256(bytes);
export const sha256Hex = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)));

export function* sha256HexOfLines(lines: readonly string[]): Sliced<string> {
  const hash = sha256.create();
  let separator = '';
  for (const some of chunks(lines, SLICE)) {
    hash.update(utf8ToBytes(separator + some.join('\n')));
    separator = '\n';
    yield;
  }
  return bytesToHex(hash.digest());
}

/** @returns the first four bytes of the Keccak-256 of a function signature, as `0x` and 8 digits */
export const selectorOf = (signature: string): string =>
  `0x${bytesToHex(keccak_256(utf8ToBytes(signature)).subarray(0, 4))}`;

/** Never change the namespace: that would change the id of every lot of every user. */
const namespace = sha1.create().update(hexToBytes('5b3f0d6a6c1e5f0e9c4d7a2b8e91c3d4'));
/** Used again by every call: a ledger of 1,000,000 transactions has 1,550,154 ids. */
const hash = namespace.clone() as typeof namespace;
const digest = new Uint8Array(20);
const ascii = new Uint8Array(512);

function bytesOf(key: string): Uint8Array {
  if (key.length > ascii.length) return utf8ToBytes(key);
  for (let i = 0; i < key.length; i++) {
    const code = key.charCodeAt(i);
    if (code > 0x7f) return utf8ToBytes(key);
    ascii[i] = code;
  }
  return ascii.subarray(0, key.length);
}

export const UUID_BYTES = 16;

/**
 * Writes the UUID version 5 of a key at `target[at]`, `UUID_BYTES` bytes. The same history gives the same ids on
 * every machine.
 * @source tax-rules 13.1; RFC 9562 5.5
 */
export function uuidInto(key: string, target: Uint8Array, at: number): void {
  namespace._cloneInto(hash);
  hash.update(bytesOf(key)).digestInto(digest);
  for (let i = 0; i < UUID_BYTES; i++) target[at + i] = digest[i] as number;
  target[at + 6] = ((digest[6] as number) & 0x0f) | 0x50;
  target[at + 8] = ((digest[8] as number) & 0x3f) | 0x80;
}

const id = new Uint8Array(UUID_BYTES);

export function uuidOf(key: string): string {
  uuidInto(key, id, 0);
  return uuidText(id, 0);
}

/** Character codes of the hexadecimal digits of each byte, and the place of each byte in the text of a UUID. */
const digits = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
const HIGH = digits.map((pair) => pair.charCodeAt(0));
const LOW = digits.map((pair) => pair.charCodeAt(1));
const PLACES = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34];
const letters = Array.from('-'.repeat(36), (dash) => dash.charCodeAt(0));

/** Creates one flat string: joined parts are a tree that the garbage collector must traverse. */
export function uuidText(bytes: Uint8Array, from: number): string {
  for (let i = 0; i < UUID_BYTES; i++) {
    const byte = bytes[from + i] as number;
    const place = PLACES[i] as number;
    letters[place] = HIGH[byte] as number;
    letters[place + 1] = LOW[byte] as number;
  }
  return String.fromCharCode(...letters);
}
