import type { Address } from '../../domain/kernel/address';
import type { ChainName } from '../../domain/kernel/chain';
import type { RawRow } from './history-source';

/** What a file of exported history says. */
export interface FileReading {
  /** `etherscan_normal`, `etherscan_internal`, `etherscan_erc20`, `generic`. */
  format: string;
  rowsRead: number;
  /** As an upstream would have given them. */
  rows: RawRow[];
  rejected: { line: number; reason: string }[];
}

/** Rows of an owner's other wallets on a chain. */
export interface RowsOfOwner {
  stored: readonly RawRow[];
  imported: readonly RawRow[];
}

/** Files people download from explorers, as rows of an upstream. Pure. */
export abstract class HistoryFiles {
  /** Chains whose exports can be read. */
  abstract readonly chains: readonly ChainName[];

  /**
   * @param text of one file
   * @param now ms UTC: what is later is refused
   * @returns null for a file in no known format
   */
  abstract read(chain: ChainName, wallet: Address, text: string, now: number): FileReading | null;

  /**
   * Rows of the chain and rows of a user as one history. The chain wins where it knows a transaction.
   * @param others rows of the owner's other wallets on the chain: a token has the same decimals in all of them
   */
  abstract merge(stored: readonly RawRow[], imported: readonly RawRow[], others: RowsOfOwner): RawRow[];
}
