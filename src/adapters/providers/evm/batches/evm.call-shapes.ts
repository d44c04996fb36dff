import { Words, type DirectCall } from './evm.words';

/** Words before the first array, and words of a call: targets, values, flags, limits, call data. */
const HEAD = 4;
const TUPLE = 8;
const SHORTEST = 2 + 8 + 6 * 64;

/**
 * Calls of an unknown function: an array of items with address and call data, or two arrays of them, at the top or in
 * a tuple. Only for functions of accounts: elsewhere such data can mean anything.
 * @source Solidity ABI: dynamic values are pointers, and call data is a selector and whole words
 */
export function callsByShape(input: string): DirectCall[] {
  if (input.length < SHORTEST) return [];
  const words = new Words(input.slice(10));
  for (let word = 0; word < HEAD; word++) {
    const base = words.pointer(0, word);
    const found = [
      ...tuplesAt(words, word, 0),
      ...(base === null ? [] : tuplesAt(words, 0, base)),
      ...pairsAt(words, word),
    ];
    if (found.length > 0) return found;
  }
  return [];
}

const ADDRESS = /^0{24}(?!0{20})[0-9a-f]{40}$/i;
const isAddress = (word: string | null): boolean => word !== null && ADDRESS.test(word);
const isCallData = (bytes: string | null): bytes is string =>
  bytes !== null && (bytes === '0x' || (bytes.length - 2) % 64 === 8);

function tuplesAt(words: Words, word: number, base: number): DirectCall[] {
  const calls = words.items(word, base).map(({ start, offset }) => callAt(words, start + offset));
  return calls.every((call) => call !== null) && calls.some((call) => call?.data !== '0x')
    ? calls.flatMap((call) => call ?? [])
    : [];
}

function callAt(words: Words, tuple: number): DirectCall | null {
  const places = Array.from({ length: TUPLE }, (_, i) => i);
  const to = places.find((i) => isAddress(words.word(tuple + i)));
  const at = places.find((i) => i !== to && isCallData(words.bytesAt(tuple, i)));
  const data = at === undefined ? null : words.bytesAt(tuple, at);
  return to === undefined || data === null ? null : { to: words.address(tuple + to), data };
}

function pairsAt(words: Words, word: number): DirectCall[] {
  const targets = words.addresses(word);
  if (targets.length === 0) return [];
  for (let list = word + 1; list < HEAD; list++) {
    const items = words.items(list).map(({ start, offset }) => words.bytes(start + offset));
    if (items.length !== targets.length || !items.every(isCallData)) continue;
    if (items.some((data) => data !== '0x'))
      return items.flatMap((data, i) => (data === null ? [] : [{ to: targets[i] ?? null, data }]));
  }
  return [];
}
