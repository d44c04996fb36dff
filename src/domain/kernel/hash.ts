import { sha1 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';

/** The only door to @noble/hashes on the ground floor: pure functions, no node:crypto. */
export const sha256Bytes = (bytes: Uint8Array): Uint8Array => sha256(bytes);
export const sha256Hex = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)));

/** Fixed for ever: changing it renames every lot of every user. */
const NAMESPACE = hexToBytes('5b3f0d6a6c1e5f0e9c4d7a2b8e91c3d4');

/**
 * UUID version 5 of a key: same history, same ids, on every machine.
 * @source tax-rules 13.1; RFC 9562 5.5
 */
export function uuidOf(key: string): string {
  const name = utf8ToBytes(key);
  const input = new Uint8Array(16 + name.length);
  input.set(NAMESPACE);
  input.set(name, 16);
  const digest = sha1(input).subarray(0, 16);
  digest[6] = (digest[6]! & 0x0f) | 0x50;
  digest[8] = (digest[8]! & 0x3f) | 0x80;
  const hex = bytesToHex(digest);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
