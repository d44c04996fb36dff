import { createHash, hash } from 'node:crypto';
import type { Sha1 } from '../../domain/kernel/hash';

/** Keys of ids have 40 to 200 bytes. What is longer takes the slow way. */
const ROOM = 1024;

/** One buffer for every call: the prefix stays in it, the text is written behind it. */
const input = new Uint8Array(ROOM);
/** The first n bytes of the buffer; a view costs as much as a hash, so each is made once. */
const views = Array.from({ length: ROOM + 1 }, (_, length) => input.subarray(0, length));
const encoder = new TextEncoder();
let prefixInPlace: Uint8Array | null = null;
let behindPrefix = input;

/** SHA-1 by the platform. */
export const nodeSha1: Sha1 = (prefix, text) => {
  if (prefix !== prefixInPlace) place(prefix);
  const { read, written } = encoder.encodeInto(text, behindPrefix);
  if (read < text.length) return createHash('sha1').update(prefix).update(text, 'utf8').digest('binary');
  return hash('sha1', views[prefix.length + written]!, 'binary');
};

function place(prefix: Uint8Array): void {
  input.set(prefix);
  behindPrefix = input.subarray(prefix.length);
  prefixInPlace = prefix;
}
