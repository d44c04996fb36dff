import type { ExchangeAccountKind, ExchangeName, ExchangeRow } from '../../domain/exchanges';
import type { ChainName } from '../../domain/kernel/chain';
import type { ManualEntry, StandingOrder } from '../../domain/overlays/manual-entry';
import type { AppliedPlan } from '../../domain/plans/plans';
import type { RawRow } from '../upstream/history-source';

/** Summary of the data that one user added to some wallets. */
export interface UserOverlay {
  /** Increases with every change. Null when the user added nothing to any of the wallets. */
  version: string | null;
  /** Wallets with imported rows of the user. */
  imported: readonly { chain: ChainName; address: string }[];
  /** The active manual entries of the user, and standing orders that were ended. */
  entries: readonly ManualEntry[];
  /** Every exchange account of the user with rows: they belong to the owner of the wallets. */
  accounts: readonly OwnedExchangeAccount[];
}

/** An exchange account in the history of its owner. */
export interface OwnedExchangeAccount {
  id: string;
  exchange: ExchangeName;
  label: string;
  kind: ExchangeAccountKind;
  /** Changes with its rows. */
  revision: string;
  /** Number of its rows. */
  rowCount: number;
  /** True when the exchange was not read to the end once, or rows of one of its lists are missing. Absent: false. */
  isPartial?: boolean;
  /** ms UTC of its last complete reading, where the last one failed. Absent or null: it did not. */
  readUntil?: number | null;
}

/** A stored entry with its display data, for example `note`. */
export interface StoredEntry {
  id: string;
  entry: ManualEntry;
  /** The wallet as the user wrote it, and the display data of the entry. JSON. */
  shown: Readonly<Record<string, unknown>>;
  createdAt: Date;
  deactivatedAt: Date | null;
}

/** An empty overlay. */
export const NO_OVERLAY: UserOverlay = { version: null, imported: [], entries: [], accounts: [] };

/** The result of an import. */
export interface ImportedRows {
  added: number;
  /** Rows that already existed. */
  duplicate: number;
}

/** The user who stores, and the plan that limits how much. */
export interface Storer {
  userId: string;
  plan: AppliedPlan;
}

/** History that a user adds to wallets. It must not change the numbers of any other user. */
export abstract class Overlays {
  /** @param addresses in normal form */
  abstract of(userId: string, addresses: readonly string[]): Promise<UserOverlay>;
  /** The version of `of` alone. */
  abstract version(userId: string, addresses: readonly string[]): Promise<string | null>;
  /** The user's own rows, by block, then list, then order of arrival. */
  abstract rows(userId: string, chain: ChainName, address: string): Promise<RawRow[]>;
  /** Rows of an exchange account from `of`, by key. */
  abstract accountRows(accountId: string): Promise<ExchangeRow[]>;
  /**
   * Adds rows. A row with an existing key changes nothing. Imports into one wallet run one at a time.
   * @param isDryRun only counts
   * @throws AppError FORBIDDEN with details {resource, limit, current, plan_name} beyond the cap of the plan
   */
  abstract addRows(
    storer: Storer,
    chain: ChainName,
    address: string,
    rows: readonly RawRow[],
    isDryRun: boolean,
  ): Promise<ImportedRows>;

  /**
   * Stores an entry.
   * @param replaces deactivates an active entry with the same target in the same step
   * @returns false when there is an active entry with the same target and `replaces` is false
   * @throws AppError FORBIDDEN as `addRows`
   */
  abstract addEntry(storer: Storer, stored: StoredEntry, replaces: boolean): Promise<boolean>;
  /**
   * Deactivates entries and stores others in one step. A stored entry replaces the active one with its target.
   * @param removed ids; inactive ones and ids of other users are ignored
   * @throws AppError FORBIDDEN as `addRows`
   */
  abstract replaceEntries(
    storer: Storer,
    removed: readonly string[],
    added: readonly StoredEntry[],
    now: Date,
  ): Promise<void>;
  /** @returns null when the user has no such entry, else whether it was active */
  abstract deactivate(
    userId: string,
    kind: ManualEntry['kind'],
    id: string,
    now: Date,
  ): Promise<boolean | null>;
  /**
   * Gives an active entry another content of the same target. Its id and its time stay; the row as it was is kept under
   * another id, and never applies.
   * @returns as `deactivate`
   * @throws AppError FORBIDDEN as `addRows`
   */
  abstract amend(
    storer: Storer,
    amended: Pick<StoredEntry, 'id' | 'entry'>,
    former: { id: string; until: Date },
  ): Promise<boolean | null>;
  /** A standing order that never applies, also not before it was ended. @returns as `deactivate` */
  abstract void(userId: string, kind: StandingOrder['kind'], id: string, now: Date): Promise<boolean | null>;
  /** Oldest first. @param address in normal form; null for all */
  abstract entries(
    userId: string,
    filter: { kind: ManualEntry['kind']; address: string | null; includeInactive: boolean },
    page: { skip: number; take: number },
  ): Promise<{ entries: StoredEntry[]; total: number }>;
}
