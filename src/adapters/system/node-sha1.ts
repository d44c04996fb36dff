import { createHash, hash } from 'node:crypto';
import type { Sha1 } from '../../domain/kernel/hash';

/** Keys of ids have 40 to 200 bytes. Longer text uses a slower function. */
const ROOM = 1024;

/** One buffer for every call: it contains the prefix, followed by the text. */
const input = new Uint8Array(ROOM);
/** The first n bytes of the buffer. Creating a view costs as much as a hash, so each view is cached. */
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
