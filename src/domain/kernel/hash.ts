import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';

/** The only file of the domain that imports @noble/hashes: pure functions, no node:crypto. */
export const sha256Bytes = (bytes: Uint8Array): Uint8Array => sha256(bytes);
export const sha256Hex = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)));

/**
 * SHA-1 of `prefix` followed by `text` in UTF-8.
 * @returns 20 characters, each the code of one byte: cheaper to create than an array of bytes
 */
export type Sha1 = (prefix: Uint8Array, text: string) => string;

let sha1: Sha1 = () => {
  throw new Error('No SHA-1 is bound: the process calls bindSha1() once when it starts');
};

/**
 * Sets the SHA-1 implementation of this process. A ledger has millions of ids, and the platform computes them
 * five times as fast as TypeScript. The standard defines the result, so ids do not depend on the
 * implementation.
 */
export function bindSha1(implementation: Sha1): void {
  sha1 = implementation;
}

/** Never change it: that would change the id of every lot of every user. */
const NAMESPACE = hexToBytes('5b3f0d6a6c1e5f0e9c4d7a2b8e91c3d4');

/** Character codes of both hexadecimal digits of a byte. */
const digits = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
const HIGH = Uint8Array.from(digits, (pair) => pair.charCodeAt(0));
const LOW = Uint8Array.from(digits, (pair) => pair.charCodeAt(1));
const DASH = 45;

/**
 * UUID version 5 of a key: the same history gives the same ids on every machine.
 * @source tax-rules 13.1; RFC 9562 5.5
 */
export function uuidOf(key: string): string {
  const digest = sha1(NAMESPACE, key);
  const a = digest.charCodeAt(0);
  const b = digest.charCodeAt(1);
  const c = digest.charCodeAt(2);
  const d = digest.charCodeAt(3);
  const e = digest.charCodeAt(4);
  const f = digest.charCodeAt(5);
  const version = (digest.charCodeAt(6) & 0x0f) | 0x50;
  const g = digest.charCodeAt(7);
  const variant = (digest.charCodeAt(8) & 0x3f) | 0x80;
  const h = digest.charCodeAt(9);
  const i = digest.charCodeAt(10);
  const j = digest.charCodeAt(11);
  const k = digest.charCodeAt(12);
  const l = digest.charCodeAt(13);
  const m = digest.charCodeAt(14);
  const n = digest.charCodeAt(15);
  // One call creates one flat string. Joining parts creates a tree of strings that the garbage collector must
  // traverse.
  // prettier-ignore
  return String.fromCharCode(
    HIGH[a]!, LOW[a]!, HIGH[b]!, LOW[b]!, HIGH[c]!, LOW[c]!, HIGH[d]!, LOW[d]!, DASH,
    HIGH[e]!, LOW[e]!, HIGH[f]!, LOW[f]!, DASH,
    HIGH[version]!, LOW[version]!, HIGH[g]!, LOW[g]!, DASH,
    HIGH[variant]!, LOW[variant]!, HIGH[h]!, LOW[h]!, DASH,
    HIGH[i]!, LOW[i]!, HIGH[j]!, LOW[j]!, HIGH[k]!, LOW[k]!, HIGH[l]!, LOW[l]!, HIGH[m]!, LOW[m]!, HIGH[n]!, LOW[n]!,
  );
}
