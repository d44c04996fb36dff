import { HDKey } from '@scure/bip32';
import { p2pkh, p2sh, p2tr, p2wpkh } from '@scure/btc-signer';
import { accountOf } from '../../../domain/kernel/bitcoin/descriptor';
import {
  type BitcoinScript,
  EXTENDED_KEYS,
  extendedKeyPrefix,
} from '../../../domain/kernel/bitcoin/extended-key';

/** Consecutive unused addresses after which a wallet has no more. @source BIP-44 */
export const GAP_LIMIT = 20;
/** Prefixes differ in checksum and public version. Private keys never come here. */
const NO_PRIVATE_VERSION = 0;

const ADDRESS_OF: Readonly<Record<BitcoinScript, (key: Uint8Array) => string | undefined>> = {
  pkh: (key) => p2pkh(key).address,
  'sh(wpkh)': (key) => p2sh(p2wpkh(key)).address,
  wpkh: (key) => p2wpkh(key).address,
  // BIP-341 keys have no sign.
  tr: (key) => p2tr(key.subarray(1)).address,
};

export interface Branch {
  readonly addressAt: (index: number) => string;
  /** False: only index 0 exists. */
  readonly isRanged: boolean;
}

/**
 * @param wallet a valid extended public key of an account, or a descriptor; a single address has no branch
 * @source BIP-32, BIP-44, BIP-49, BIP-84, BIP-86, BIP-380
 */
export function branchesOf(wallet: string): Branch[] {
  const account = accountOf(wallet);
  const prefix = account && extendedKeyPrefix(account.key);
  if (!account || !prefix) return [];
  const { version } = EXTENDED_KEYS[prefix];
  const root = HDKey.fromExtendedKey(account.key, { public: version, private: NO_PRIVATE_VERSION });
  const { branches, isRanged } = account;
  return branches.map(({ script, steps }) => {
    // Derived when the branch is read: each step takes a millisecond.
    let node: HDKey | undefined;
    const keyAt = (index: number): HDKey => {
      node ??= steps.reduce((parent, step) => parent.deriveChild(step), root);
      return isRanged ? node.deriveChild(index) : node;
    };
    return { isRanged, addressAt: (index) => addressOf(keyAt(index), script) };
  });
}

function addressOf({ publicKey }: HDKey, script: BitcoinScript): string {
  const address = publicKey && ADDRESS_OF[script](publicKey);
  if (!address) throw new Error(`no address for ${script}`);
  return address;
}
