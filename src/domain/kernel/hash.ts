import { sha1 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { hexOfWord, sha1Words } from './sha1';

/** The only door to @noble/hashes on the ground floor: pure functions, no node:crypto. */
export const sha256Bytes = (bytes: Uint8Array): Uint8Array => sha256(bytes);
export const sha256Hex = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)));

/** Fixed for ever: changing it renames every lot of every user. */
const NAMESPACE = hexToBytes('5b3f0d6a6c1e5f0e9c4d7a2b8e91c3d4');

const NAMESPACE_WORDS = Int32Array.from({ length: 4 }, (_, i) =>
  new DataView(NAMESPACE.buffer, NAMESPACE.byteOffset).getInt32(i * 4),
);
const words = new Int32Array(5);

/**
 * UUID version 5 of a key: same history, same ids, on every machine.
 * @source tax-rules 13.1; RFC 9562 5.5
 */
export function uuidOf(key: string): string {
  if (!sha1Words(NAMESPACE_WORDS, key, words)) digestInto(key, words);
  const [first = 0, second = 0, third = 0, fourth = 0] = words;
  const middle = hexOfWord((second & 0xffff0fff) | 0x5000);
  const end = hexOfWord((third & 0x3fffffff) | 0x80000000);
  return `${hexOfWord(first)}-${middle.slice(0, 4)}-${middle.slice(4)}-${end.slice(0, 4)}-${end.slice(4)}${hexOfWord(fourth)}`;
}

/** Any text, by the library. */
function digestInto(key: string, into: Int32Array): void {
  const name = utf8ToBytes(key);
  const input = new Uint8Array(16 + name.length);
  input.set(NAMESPACE);
  input.set(name, 16);
  const view = new DataView(sha1(input).buffer);
  for (let i = 0; i < 5; i++) into[i] = view.getInt32(i * 4);
}
