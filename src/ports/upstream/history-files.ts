import type { Address } from '../../domain/kernel/address';
import type { ChainName } from '../../domain/kernel/chain';
import type { Sliced } from '../../domain/kernel/slices';
import type { ComputeCaller } from '../work/compute';
import type { RawRow } from './history-source';

/** The content of a file with exported history. */
export interface FileReading {
  /** `etherscan_normal`, `etherscan_internal`, `etherscan_erc20`, `generic`. */
  format: string;
  rowsRead: number;
  /** In the form of an upstream's rows. */
  rows: RawRow[];
  rejected: { line: number; reason: string }[];
}

/** A file that is no table, or one larger than the limits. The message is public. */
export class UnreadableFile extends Error {}

/** Rows of an owner's other wallets on a chain. */
export interface RowsOfOwner {
  stored: readonly RawRow[];
  imported: readonly RawRow[];
}

/** Converts files exported from explorers to rows of an upstream. Pure. */
export abstract class HistoryFiles {
  /** Chains with readable exports. */
  abstract readonly chains: readonly ChainName[];

  /**
   * @param bytes of one file. The caller gives them away
   * @param now ms UTC: later rows are rejected
   * @returns null for a file in an unknown format
   * @throws UnreadableFile
   */
  abstract read(
    chain: ChainName,
    wallet: Address,
    bytes: Uint8Array,
    now: number,
    caller: ComputeCaller,
  ): Promise<FileReading | null>;

  /**
   * Merges rows of the chain and rows of a user into one history. The chain's rows win for transactions in
   * both.
   * @param others rows of the owner's other wallets on the chain: a token has the same decimals in all of
   * them
   */
  abstract merging(
    stored: readonly RawRow[],
    imported: readonly RawRow[],
    others: RowsOfOwner,
  ): Sliced<RawRow[]>;
}
