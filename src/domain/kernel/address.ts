import { base58, bech32, bech32m } from '@scure/base';
import type { WalletFamily } from './chain';
import { AppError } from './errors';
import { parseDescriptor } from './bitcoin/descriptor';
import { extendedKeyPrefix, hasPrivateKey, isExtendedKey } from './bitcoin/extended-key';
import { sha256Bytes } from './hash';

/**
 * A validated address, or the id of an exchange account. `value` is the normal form to compare and store. `given` is
 * the caller's text.
 */
export interface Address {
  family: WalletFamily;
  value: string;
  given: string;
}

const EVM = /^0x[0-9a-fA-F]{40}$/;
const ACCOUNT = /^(?:exchange:)?[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const ACCOUNT_PREFIX = 'exchange:';
const NAME = /^[^\s.]+(\.[^\s.]+)*\.(eth|sol|crypto|xyz|box)$/i;
const NAMES_ARE_NOT_RESOLVED =
  'Names are not resolved, because their owner can change at any time. Send the address that the name stands for.';
const BASE58 = /^[1-9A-HJ-NP-Za-km-z]{26,44}$/;

/**
 * Accepts ids of exchange accounts, and EVM addresses in any case, also with a wrong EIP-55 checksum. Of Bitcoin:
 * mainnet addresses, extended public keys and output descriptors with checksum. Of Solana: base58 of 32 bytes.
 * @throws AppError INVALID_ADDRESS
 * @source providers.md 4, api.md 0
 */
export function parseAddress(text: string): Address {
  const address = tryParseAddress(text);
  if (!address) throw invalidAddress(text);
  return address;
}

export const invalidAddress = (text: string, field?: string): AppError =>
  new AppError('INVALID_ADDRESS', detailsOf(text), field === undefined ? {} : { field });

const detailsOf = (text: string): Record<string, string> => {
  if (hasPrivateKey(text))
    return { provided: '[hidden]', reason: 'This is a private key or a seed phrase. Send it to no service.' };
  const provided = text.slice(0, 256);
  return NAME.test(text) ? { provided, reason: NAMES_ARE_NOT_RESOLVED } : { provided };
};

/** @throws Error when the text is not base58 */
export const bytesOfBase58 = (text: string): Uint8Array => base58.decode(text);

export const accountWallet = (accountId: string): string => `${ACCOUNT_PREFIX}${accountId}`;

/** @returns null for a wallet on a chain */
export const accountOf = (wallet: string): string | null =>
  wallet.startsWith(ACCOUNT_PREFIX) ? wallet.slice(ACCOUNT_PREFIX.length) : null;

export function tryParseAddress(text: string): Address | null {
  if (EVM.test(text)) return { family: 'evm', value: text.toLowerCase(), given: text };
  if (ACCOUNT.test(text))
    return {
      family: 'exchange',
      value: accountWallet(text.toLowerCase().replace(ACCOUNT_PREFIX, '')),
      given: text,
    };
  if (/^bc1/i.test(text))
    return isSegwit(text) ? { family: 'bitcoin', value: text.toLowerCase(), given: text } : null;
  if (extendedKeyPrefix(text) !== null)
    return isAccountKey(text) ? { family: 'bitcoin', value: text, given: text } : null;
  if (text.includes('(')) {
    const descriptor = parseDescriptor(text);
    return descriptor && isAccountKey(descriptor.account.key)
      ? { family: 'bitcoin', value: descriptor.value, given: text }
      : null;
  }
  if (!BASE58.test(text)) return null;
  if (isBase58Bitcoin(text)) return { family: 'bitcoin', value: text, given: text };
  return isSolana(text) ? { family: 'solana', value: text, given: text } : null;
}

function isAccountKey(text: string): boolean {
  const prefix = extendedKeyPrefix(text);
  const bytes = decodeBase58(text);
  return prefix !== null && bytes !== null && isExtendedKey(prefix, bytes);
}

function isBase58Bitcoin(text: string): boolean {
  const bytes = decodeBase58(text);
  if (bytes?.length !== 25 || (bytes[0] !== 0x00 && bytes[0] !== 0x05)) return false;
  const checksum = sha256Bytes(sha256Bytes(bytes.subarray(0, 21)));
  return bytes.subarray(21).every((byte, i) => byte === checksum[i]);
}

/** BIP-173 / BIP-350: version 0 is bech32 of 20 or 32 bytes, versions 1 to 16 are bech32m of 2 to 40. */
function isSegwit(text: string): boolean {
  if (text.length > 90 || (text !== text.toLowerCase() && text !== text.toUpperCase())) return false;
  const lower = text.toLowerCase();
  for (const [codec, isZero] of [
    [bech32, true],
    [bech32m, false],
  ] as const) {
    const decoded = codec.decodeUnsafe(lower, 90);
    if (!decoded || decoded.prefix !== 'bc') continue;
    const [version, ...words] = decoded.words;
    const program = codec.fromWordsUnsafe(words);
    if (version === undefined || !program) return false;
    if (isZero) return version === 0 && (program.length === 20 || program.length === 32);
    return version >= 1 && version <= 16 && program.length >= 2 && program.length <= 40;
  }
  return false;
}

const isSolana = (text: string): boolean => text.length >= 32 && decodeBase58(text)?.length === 32;

function decodeBase58(text: string): Uint8Array | null {
  try {
    return base58.decode(text);
  } catch {
    return null;
  }
}
