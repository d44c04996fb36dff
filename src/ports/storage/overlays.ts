import type { ChainName } from '../../domain/kernel/chain';
import type { ManualEntry } from '../../domain/overlays/manual-entry';
import type { RawRow } from '../upstream/history-source';

/** What one user has added to some wallets, in short. */
export interface UserOverlay {
  /** Grows with every change; null when the user has added nothing to any of the wallets. */
  version: string | null;
  /** Where the user has rows of their own. */
  imported: readonly { chain: ChainName; address: string }[];
  /** What the user says by hand, as it holds now. */
  entries: readonly ManualEntry[];
}

/** An entry as it is kept. `note`, and what else the wire shows, go with it. */
export interface StoredEntry {
  id: string;
  entry: ManualEntry;
  /** The wallet as the user wrote it, and what the entry is shown with. JSON. */
  shown: Readonly<Record<string, unknown>>;
  createdAt: Date;
  deactivatedAt: Date | null;
}

/** Nothing added. */
export const NO_OVERLAY: UserOverlay = { version: null, imported: [], entries: [] };

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

  /**
   * Keeps an entry.
   * @param replaces an active one about the same is withdrawn in the same step
   * @returns false when there is an active entry about the same and it is not to be replaced
   */
  abstract addEntry(userId: string, stored: StoredEntry, replaces: boolean): Promise<boolean>;
  /** @returns null for an entry the user does not have; whether it was active else */
  abstract deactivate(
    userId: string,
    kind: ManualEntry['kind'],
    id: string,
    now: Date,
  ): Promise<boolean | null>;
  /** Oldest first. @param address in the form to compare; null for all */
  abstract entries(
    userId: string,
    filter: { kind: ManualEntry['kind']; address: string | null; includeInactive: boolean },
    page: { skip: number; take: number },
  ): Promise<{ entries: StoredEntry[]; total: number }>;
}
