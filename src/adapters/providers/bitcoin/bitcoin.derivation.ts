import { HDKey } from '@scure/bip32';
import { p2pkh, p2sh, p2tr, p2wpkh } from '@scure/btc-signer';
import {
  type BitcoinScript,
  EXTENDED_KEYS,
  type ExtendedKeyPrefix,
} from '../../../domain/kernel/extended-key';

/** Consecutive unused addresses after which a wallet has no more. @source BIP-44 */
export const GAP_LIMIT = 20;
/** The branch of addresses for receiving, and the branch of change. */
const BRANCHES = [0, 1] as const;
/** The checksum and the public version are what differs between the prefixes; private keys never come here. */
const NO_PRIVATE_VERSION = 0;

const ADDRESS_OF: Readonly<Record<BitcoinScript, (key: Uint8Array) => string | undefined>> = {
  pkh: (key) => p2pkh(key).address,
  'sh(wpkh)': (key) => p2sh(p2wpkh(key)).address,
  wpkh: (key) => p2wpkh(key).address,
  // BIP-341 keys have no sign.
  tr: (key) => p2tr(key.subarray(1)).address,
};

/** The addresses of one script and branch. */
export interface Branch {
  readonly addressAt: (index: number) => string;
}

/**
 * @param key a valid extended public key of an account
 * @source BIP-32, BIP-44, BIP-49, BIP-84, BIP-86
 */
export function branchesOf(key: string): Branch[] {
  const { version, scripts } = EXTENDED_KEYS[key.slice(0, 4) as ExtendedKeyPrefix];
  const account = HDKey.fromExtendedKey(key, { public: version, private: NO_PRIVATE_VERSION });
  return scripts.flatMap((script) =>
    BRANCHES.map((branch) => {
      const node = account.deriveChild(branch);
      return { addressAt: (index: number) => addressOf(node, script, index) };
    }),
  );
}

function addressOf(node: HDKey, script: BitcoinScript, index: number): string {
  const { publicKey } = node.deriveChild(index);
  const address = publicKey && ADDRESS_OF[script](publicKey);
  if (!address) throw new Error(`no address at ${script}/${index}`);
  return address;
}
