import { type BitcoinScript, EXTENDED_KEYS, extendedKeyPrefix } from './extended-key';

export interface BitcoinAccount {
  key: string;
  /** Each script with the steps below the key. A ranged branch has one step more: the index of the address. */
  branches: readonly { script: BitcoinScript; steps: readonly number[] }[];
  isRanged: boolean;
}

/** Receiving addresses and change. @source BIP-44 */
const BOTH = [0, 1] as const;
const MAX_TEXT = 512;
/** Values of the step that has several. Each value is a branch to read. */
const MAX_PATHS = 8;
/** Steps below the key, without the wildcard. Wallets use one, and each costs a derivation. */
const MAX_STEPS = 5;
/** Steps from here on are hardened. A public key has no such child. @source BIP-32 */
const HARDENED = 2 ** 31;

const SCRIPTS: readonly (readonly [BitcoinScript, string, string])[] = [
  ['sh(wpkh)', 'sh(wpkh(', '))'],
  ['wpkh', 'wpkh(', ')'],
  ['pkh', 'pkh(', ')'],
  ['tr', 'tr(', ')'],
];
/** Origin, key, steps, wildcard. One step may have several values. @source BIP-380, BIP-389 */
const KEY =
  /^(?:\[[0-9a-fA-F]{8}(?:\/\d{1,10}[hH']?)*\])?(xpub[1-9A-HJ-NP-Za-km-z]{100,112})((?:\/(?:\d{1,10}|<\d{1,10}(?:;\d{1,10})+>))*)(\/\*)?$/;

export function accountOf(value: string): BitcoinAccount | null {
  const prefix = extendedKeyPrefix(value);
  if (prefix === null) return parseDescriptor(value)?.account ?? null;
  const { scripts } = EXTENDED_KEYS[prefix];
  const branches = scripts.flatMap((script) => BOTH.map((branch) => ({ script, steps: [branch] })));
  return { key: value, branches, isRanged: true };
}

/**
 * Parses `pkh(KEY)`, `wpkh(KEY)`, `sh(wpkh(KEY))` and `tr(KEY)` of one extended public key, with or without checksum.
 * The caller checks the key itself.
 * @returns the account, and the text without origin and checksum: equal for equal accounts. Null for other text
 * @source BIP-380, BIP-381, BIP-382, BIP-386, BIP-389
 */
export function parseDescriptor(text: string): { value: string; account: BitcoinAccount } | null {
  const body = text.length > MAX_TEXT ? null : withoutChecksum(text);
  if (body === null) return null;
  for (const [script, open, close] of SCRIPTS) {
    if (!body.startsWith(open) || !body.endsWith(close)) continue;
    const [, key, path = '', wildcard = ''] = KEY.exec(body.slice(open.length, -close.length)) ?? [];
    const paths = key === undefined ? null : pathsOf(path);
    if (key === undefined || paths === null) return null;
    const branches = paths.map((steps) => ({ script, steps }));
    return {
      value: open + key + path + wildcard + close,
      account: { key, branches, isRanged: wildcard !== '' },
    };
  }
  return null;
}

/** @returns one path for each value of the step with several values, or null for an invalid step */
function pathsOf(path: string): number[][] | null {
  const steps = path
    .split('/')
    .slice(1)
    .map((step) => step.replace(/[<>]/g, '').split(';').map(Number));
  if (steps.length > MAX_STEPS) return null;
  const tuples = steps.filter((values) => values.length > 1);
  const isValid = steps.flat().every((step) => step < HARDENED);
  if (!isValid || tuples.length > 1 || tuples.some((values) => new Set(values).size < values.length))
    return null;
  const count = tuples[0]?.length ?? 1;
  if (count > MAX_PATHS) return null;
  return Array.from({ length: count }, (_, i) => steps.map((values) => values[i] ?? values[0] ?? 0));
}

const INPUT =
  '0123456789()[],\'/*abcdefgh@:$%{}IJKLMNOPQRSTUVWXYZ&+-.;<=>?!^_|~ijklmnopqrstuvwxyzABCDEFGH`#"\\ ';
const CHECKSUM = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const GENERATOR = [0xf5dee51989n, 0xa9fdca3312n, 0x1bab10e32dn, 0x3706b1677an, 0x644d626ffdn] as const;
const CHECKSUM_CHARS = 8;

/** @returns the text before the checksum, or null when a checksum is given and wrong. @source BIP-380 */
export function withoutChecksum(text: string): string | null {
  const at = text.indexOf('#');
  if (at < 0) return text;
  const body = text.slice(0, at);
  return text.slice(at + 1) === checksumOf(body) ? body : null;
}

export function checksumOf(body: string): string | null {
  const places = [...body].map((char) => INPUT.indexOf(char));
  if (places.includes(-1)) return null;
  const symbols = [...symbolsOf(places), ...Array.from({ length: CHECKSUM_CHARS }, () => 0)];
  const sum = symbols.reduce(polymod, 1n) ^ 1n;
  return Array.from(
    { length: CHECKSUM_CHARS },
    (_, i) => CHECKSUM[Number((sum >> BigInt(5 * (CHECKSUM_CHARS - 1 - i))) & 31n)],
  ).join('');
}

/** The place of each character within a group of 32, and one symbol for the groups of each three characters. */
function* symbolsOf(places: readonly number[]): Iterable<number> {
  for (let i = 0; i < places.length; i += 3) {
    const three = places.slice(i, i + 3);
    for (const place of three) yield place & 31;
    yield three.reduce((sum, place) => sum * 3 + (place >> 5), 0);
  }
}

function polymod(sum: bigint, symbol: number): bigint {
  const top = sum >> 35n;
  return GENERATOR.reduce(
    (next, term, bit) => ((top >> BigInt(bit)) & 1n ? next ^ term : next),
    ((sum & 0x7ffffffffn) << 5n) ^ BigInt(symbol),
  );
}
