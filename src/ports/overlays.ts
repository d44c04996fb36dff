import type { ChainName } from '../domain/kernel/chain';
import type { RawRow } from './history-source';

/** What one user has added to some wallets, in short. */
export interface UserOverlay {
  /** Grows with every change; null when the user has added nothing to any of the wallets. */
  version: string | null;
  /** Where the user has rows of their own. */
  imported: readonly { chain: ChainName; address: string }[];
}

/** Nothing added. */
export const NO_OVERLAY: UserOverlay = { version: null, imported: [] };

/** What an import came to. */
export interface ImportedRows {
  added: number;
  /** Rows that were there already. */
  duplicate: number;
}

/** History a user adds to wallets. It belongs to that user: nobody else's numbers may change by it. */
export abstract class Overlays {
  /** @param addresses in the form to compare */
  abstract of(userId: string, addresses: readonly string[]): Promise<UserOverlay>;
  /** The user's own rows, by block, then list, then order of arrival. */
  abstract rows(userId: string, chain: ChainName, address: string): Promise<RawRow[]>;
  /**
   * Adds rows; one with a key that is there already changes nothing. Imports into one wallet take turns.
   * @param isDryRun only counts
   * @throws AppError FORBIDDEN with details.limit when the user would have too many rows
   */
  abstract addRows(
    userId: string,
    chain: ChainName,
    address: string,
    rows: readonly RawRow[],
    isDryRun: boolean,
  ): Promise<ImportedRows>;
}
