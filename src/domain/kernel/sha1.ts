/**
 * SHA-1 of short ASCII texts after a fixed 16-byte prefix: what a UUID of version 5 needs, and nothing more. Millions of
 * ids are written out at once, and a general library spends most of that on views and copies. Not for secrets.
 * @source FIPS 180-4, 6.1; RFC 9562, 5.5
 */

const schedule = new Int32Array(80);
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/**
 * First 16 bytes of the digest as five big-endian words, the last one left out.
 * @returns false when the text is not ASCII: then `words` is not to be used
 */
export function sha1Words(prefix: Int32Array, text: string, words: Int32Array): boolean {
  const { length } = text;
  const blocks = ((length + 24) >> 6) + 1;
  words.set(INITIAL);
  for (let block = 0; block < blocks; block++) {
    for (let i = 0; i < 16; i++) {
      const word = block * 16 + i;
      const value = word < 4 ? (prefix[word] as number) : wordOf(text, (word - 4) * 4, length);
      if (value === NOT_ASCII) return false;
      schedule[i] = value;
    }
    if (block === blocks - 1) schedule[15] = (length + 16) * 8;
    compress(words);
  }
  return true;
}

const INITIAL = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0];
/** No four ASCII characters make it, and no padding does. */
const NOT_ASCII = 2 ** 40;

/** Four characters from `at`; behind the last one stands the bit that ends the message. */
function wordOf(text: string, at: number, length: number): number {
  if (at + 4 <= length) {
    const a = text.charCodeAt(at);
    const b = text.charCodeAt(at + 1);
    const c = text.charCodeAt(at + 2);
    const d = text.charCodeAt(at + 3);
    return (a | b | c | d) > 127 ? NOT_ASCII : (a << 24) | (b << 16) | (c << 8) | d;
  }
  let word = 0;
  for (let i = 0; i < 4; i++) {
    const code = at + i < length ? text.charCodeAt(at + i) : at + i === length ? 0x80 : 0;
    if (code > 127 && at + i < length) return NOT_ASCII;
    word = (word << 8) | code;
  }
  return word;
}

function compress(words: Int32Array): void {
  const w = schedule;
  for (let i = 16; i < 80; i++) {
    const mixed = (w[i - 3] as number) ^ (w[i - 8] as number) ^ (w[i - 14] as number) ^ (w[i - 16] as number);
    w[i] = (mixed << 1) | (mixed >>> 31);
  }
  let a = words[0] as number;
  let b = words[1] as number;
  let c = words[2] as number;
  let d = words[3] as number;
  let e = words[4] as number;
  for (let i = 0; i < 80; i++) {
    let f: number;
    if (i < 20) f = ((b & c) | (~b & d)) + 0x5a827999;
    else if (i < 40) f = (b ^ c ^ d) + 0x6ed9eba1;
    else if (i < 60) f = ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc;
    else f = (b ^ c ^ d) + 0xca62c1d6;
    const next = (((a << 5) | (a >>> 27)) + f + e + (w[i] as number)) | 0;
    e = d;
    d = c;
    c = (b << 30) | (b >>> 2);
    b = a;
    a = next;
  }
  words[0] = (words[0] as number) + a;
  words[1] = (words[1] as number) + b;
  words[2] = (words[2] as number) + c;
  words[3] = (words[3] as number) + d;
  words[4] = (words[4] as number) + e;
}

/** Eight hexadecimal digits. */
export const hexOfWord = (word: number): string =>
  (HEX[word >>> 24] as string) +
  (HEX[(word >>> 16) & 255] as string) +
  (HEX[(word >>> 8) & 255] as string) +
  (HEX[word & 255] as string);
