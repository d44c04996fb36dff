import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { addBlock } from './sha1-block';
import { chunks, SLICE, type Sliced } from './slices';

/** The only file of the domain that imports @noble/hashes: pure functions, no node:crypto. */
export const sha256Bytes = (bytes: Uint8Array): Uint8Array => sha256(bytes);
export const sha256Hex = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)));

/** SHA-256 of the lines of a long text. */
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

/** Never change it: that would change the id of every lot of every user. */
const NAMESPACE = [0x5b3f0d6a, 0x6c1e5f0e, 0x9c4d7a2b, 0x8e91c3d4];

const BLOCK = 64;
/** Bytes of a block that contain the length of the message. */
const LENGTH_BYTES = 8;
const words = new Int32Array(BLOCK / 4);
const bytes = new Uint8Array(words.buffer);
const state = new Int32Array(5);
/** SHA-1 reads big-endian words: on a little-endian machine, `index ^ 3` is the place of a byte in them. */
const SWAP = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1 ? 3 : 0;
/** Bytes in the current block, and bytes of the message in earlier blocks. */
let filled = 0;
let earlier = 0;

/** A saved state has the five words, the length of the earlier blocks, that of the current block, and its words. */
const SAVED_LENGTH = 5;
const SAVED_FILLED = 6;
const SAVED_BLOCK = 7;
export const SAVED_WORDS = SAVED_BLOCK + BLOCK / 4;

function append(byte: number): void {
  bytes[filled ^ SWAP] = byte;
  filled++;
  if (filled === BLOCK) next();
}

function next(): void {
  addBlock(state, words);
  earlier += BLOCK;
  filled = 0;
}

/** Whole words at a time: the bytes of a padding are half of a short name. */
function zeroRest(): void {
  while ((filled & 3) !== 0) {
    bytes[filled ^ SWAP] = 0;
    filled++;
  }
  for (let i = filled >> 2; i < words.length; i++) words[i] = 0;
}

/** Appends text that does not fit in the current block, or is not ASCII. */
function addLong(text: string): void {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code > 0x7f) {
      for (const byte of utf8ToBytes(text.slice(i))) append(byte);
      return;
    }
    append(code);
  }
}

/** Character codes of both hexadecimal digits of a byte. */
const digits = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
const HIGH = Uint8Array.from(digits, (pair) => pair.charCodeAt(0));
const LOW = Uint8Array.from(digits, (pair) => pair.charCodeAt(1));
const PAIR = Uint16Array.from(digits, (pair) => (pair.charCodeAt(0) << 8) | pair.charCodeAt(1));
const DASH = 45;
const ZERO = 48;

function append16(value: number): void {
  const high = value >>> 8;
  const low = value & 255;
  append(HIGH[high] as number);
  append(LOW[high] as number);
  append(HIGH[low] as number);
  append(LOW[low] as number);
}

type Words = [number, number, number, number];
const UUID_BYTES = 36;

/** The text of a UUID as nine whole words, which is most of the work of a name that contains one. */
function addUuidWords(a: number, b: number, c: number, d: number): void {
  const at = filled >> 2;
  const b1 = hex16(b >>> 16);
  const b2 = hex16(b & 0xffff);
  const c1 = hex16(c >>> 16);
  words[at] = hex16(a >>> 16);
  words[at + 1] = hex16(a & 0xffff);
  words[at + 2] = (DASH << 24) | (b1 >>> 8);
  words[at + 3] = (b1 << 24) | (DASH << 16) | (b2 >>> 16);
  words[at + 4] = (b2 << 16) | (DASH << 8) | (c1 >>> 24);
  words[at + 5] = (c1 << 8) | DASH;
  words[at + 6] = hex16(c & 0xffff);
  words[at + 7] = hex16(d >>> 16);
  words[at + 8] = hex16(d & 0xffff);
  filled += UUID_BYTES;
  if (filled === BLOCK) next();
}

/** @returns the character codes of four hexadecimal digits as one word */
const hex16 = (value: number): number =>
  ((PAIR[value >>> 8] as number) << 16) | (PAIR[value & 255] as number);

/**
 * A UUID version 5 whose name is appended piece by piece: `start()`, `add(text)`..., `end()`. To join the pieces
 * into one string first costs more than the hash. One name at a time: every `start()` discards an unfinished one.
 * The same history gives the same ids on every machine.
 * @source tax-rules 13.1; RFC 9562 5.5
 */
export const uuidName = {
  start(): void {
    state[0] = 0x67452301;
    state[1] = 0xefcdab89;
    state[2] = 0x98badcfe;
    state[3] = 0x10325476;
    state[4] = 0xc3d2e1f0;
    for (let i = 0; i < NAMESPACE.length; i++) words[i] = NAMESPACE[i] as number;
    filled = NAMESPACE.length * 4;
    earlier = 0;
  },

  /** Copies the unfinished name to `target[at]` and the `SAVED_WORDS` - 1 words after it. */
  save(target: Int32Array, at: number): void {
    for (let i = 0; i < state.length; i++) target[at + i] = state[i] as number;
    target[at + SAVED_LENGTH] = earlier;
    target[at + SAVED_FILLED] = filled;
    for (let i = 0; i << 2 < filled; i++) target[at + SAVED_BLOCK + i] = words[i] as number;
  },

  /** Starts with the text that was appended before `save`. */
  restart(saved: Int32Array, at: number): void {
    for (let i = 0; i < state.length; i++) state[i] = saved[at + i] as number;
    earlier = saved[at + SAVED_LENGTH] as number;
    filled = saved[at + SAVED_FILLED] as number;
    for (let i = 0; i << 2 < filled; i++) words[i] = saved[at + SAVED_BLOCK + i] as number;
  },

  /** Appends text in UTF-8. */
  add(text: string): void {
    if (filled + text.length >= BLOCK) {
      addLong(text);
      return;
    }
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (code > 0x7f) {
        addLong(text);
        return;
      }
      bytes[(filled + i) ^ SWAP] = code;
    }
    filled += text.length;
  },

  /** Appends a number in decimal, without a text for one digit. */
  addNumber(value: number): void {
    if (value >= 0 && value < 10) append(ZERO + value);
    else uuidName.add(String(value));
  },

  /** Appends the text of a UUID that is stored as four words from `words[from]` on. */
  addUuid(ids: Int32Array, from: number): void {
    const [a, b, c, d] = [ids[from], ids[from + 1], ids[from + 2], ids[from + 3]] as Words;
    if ((filled & 3) === 0 && filled + UUID_BYTES <= BLOCK) {
      addUuidWords(a, b, c, d);
      return;
    }
    append16(a >>> 16);
    append16(a & 0xffff);
    append(DASH);
    append16(b >>> 16);
    append(DASH);
    append16(b & 0xffff);
    append(DASH);
    append16(c >>> 16);
    append(DASH);
    append16(c & 0xffff);
    append16(d >>> 16);
    append16(d & 0xffff);
  },

  /** Stores the UUID as four words from `target[from]` on. */
  endInto(target: Int32Array, from: number): void {
    const length = earlier + filled;
    append(0x80);
    if (filled > BLOCK - LENGTH_BYTES) {
      zeroRest();
      next();
    }
    zeroRest();
    words[15] = length * 8;
    next();
    target[from] = state[0] as number;
    target[from + 1] = ((state[1] as number) & ~0xf000) | 0x5000;
    target[from + 2] = ((state[2] as number) & 0x3fffffff) | 0x80000000;
    target[from + 3] = state[3] as number;
  },

  end(): string {
    uuidName.endInto(ended, 0);
    return uuidText(ended, 0);
  },
};

const ended = new Int32Array(4);

export function uuidOf(key: string): string {
  uuidName.start();
  uuidName.add(key);
  return uuidName.end();
}

/**
 * The text of a UUID that is stored as four words from `words[from]` on. One call creates one flat string: joined
 * parts are a tree of strings that the garbage collector must traverse.
 */
export function uuidText(words: Int32Array, from: number): string {
  const a = words[from] as number;
  const b = words[from + 1] as number;
  const c = words[from + 2] as number;
  const d = words[from + 3] as number;
  // prettier-ignore
  const a0 = a >>> 24, a1 = (a >>> 16) & 255, a2 = (a >>> 8) & 255, a3 = a & 255,
    b0 = b >>> 24, b1 = (b >>> 16) & 255, b2 = (b >>> 8) & 255, b3 = b & 255,
    c0 = c >>> 24, c1 = (c >>> 16) & 255, c2 = (c >>> 8) & 255, c3 = c & 255,
    d0 = d >>> 24, d1 = (d >>> 16) & 255, d2 = (d >>> 8) & 255, d3 = d & 255;
  // prettier-ignore
  return String.fromCharCode(
    HIGH[a0]!, LOW[a0]!, HIGH[a1]!, LOW[a1]!, HIGH[a2]!, LOW[a2]!, HIGH[a3]!, LOW[a3]!, DASH,
    HIGH[b0]!, LOW[b0]!, HIGH[b1]!, LOW[b1]!, DASH,
    HIGH[b2]!, LOW[b2]!, HIGH[b3]!, LOW[b3]!, DASH,
    HIGH[c0]!, LOW[c0]!, HIGH[c1]!, LOW[c1]!, DASH,
    HIGH[c2]!, LOW[c2]!, HIGH[c3]!, LOW[c3]!, HIGH[d0]!, LOW[d0]!,
    HIGH[d1]!, LOW[d1]!, HIGH[d2]!, LOW[d2]!, HIGH[d3]!, LOW[d3]!,
  );
}
