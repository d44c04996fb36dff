import type {
  ExchangeAccountKind,
  ExchangeName,
  ExchangeRow,
  StoredExchangeRow,
} from '../../domain/exchanges';
import type { ReviewedExchangeAccount } from '../access/access-inventory';
import type { ImportedRows, Storer } from '../storage/overlays';

export interface ExchangeAccount {
  id: string;
  userId: string;
  exchange: ExchangeName;
  label: string;
  kind: ExchangeAccountKind;
  /** Rows of all parts. */
  rowCount: number;
  createdAt: Date;
  source: 'api' | 'csv';
  /** The last four characters of the API key. Null without one. */
  apiKeyHint: string | null;
  /** What the exchange states about the key. Null: unknown, and without a key. */
  readOnly: boolean | null;
  lastSyncAt: Date | null;
  /** Public words of the last fault of a sync, or of a list that was not read. */
  lastError: string | null;
}

/** What a new account has. Without an id it gets one. */
export type NewExchangeAccount = Pick<ExchangeAccount, 'userId' | 'exchange' | 'label' | 'kind'> &
  Partial<Pick<ExchangeAccount, 'id'>>;

/** The result of making an account. */
export type NewAccount = { account: ExchangeAccount } | { full: number };

/** An account with rows, also one that was disconnected and kept them. */
export interface AccountWithRows {
  id: string;
  label: string;
  isConnected: boolean;
  /** Of its first and last row, ms UTC. */
  time: { first: number; last: number };
}

/** Exchange accounts and their rows. Every query names the owner. */
export abstract class ExchangeAccounts {
  /** In order of creation, without disconnected ones. */
  abstract page(
    userId: string,
    skip: number,
    take: number,
  ): Promise<{ accounts: ExchangeAccount[]; total: number }>;
  /** Null for an unknown, foreign or disconnected account. */
  abstract find(userId: string, id: string): Promise<ExchangeAccount | null>;
  /** @param cap number of connected accounts that the plan allows; null for any */
  abstract add(account: NewExchangeAccount, cap: number | null, now: Date): Promise<NewAccount>;
  /** Accounts of an exchange with rows, the oldest first. */
  abstract withRows(userId: string, exchange: ExchangeName): Promise<AccountWithRows[]>;
  /** Rows of an account of the owner from one time to another, by time. */
  abstract rowsBetween(
    userId: string,
    accountId: string,
    time: { first: number; last: number },
    most: number,
  ): Promise<ExchangeRow[]>;
  /**
   * An account with its first rows, or neither. Parameters as of `add` and `addRows`. `held`: an account of the
   * exchange that has all of the rows, for example because two imports of one file run at once.
   * @throws AppError as `addRows`
   */
  abstract addWithRows(
    account: NewExchangeAccount,
    cap: number | null,
    storer: Storer,
    rows: readonly StoredExchangeRow[],
    now: Date,
  ): Promise<{ account: ExchangeAccount; counts: ImportedRows } | { full: number } | { held: string }>;
  /** @returns null for an unknown account */
  abstract change(
    userId: string,
    id: string,
    values: Partial<Pick<ExchangeAccount, 'label' | 'kind'>>,
  ): Promise<ExchangeAccount | null>;
  /**
   * Stores which lists that the key may not read are empty. Other lists lose an earlier statement.
   * @returns null for an unknown account; the names of the refused lists when one of the names is none of them
   */
  abstract stateEmpty(
    userId: string,
    id: string,
    names: readonly string[],
    now: Date,
  ): Promise<{ account: ExchangeAccount } | { refused: string[] } | null>;
  /**
   * Ends the account and deletes its credentials. Its rows stay a part of the owner's history when `keepsData`.
   * @returns false for an unknown account
   */
  abstract disconnect(userId: string, id: string, keepsData: boolean, now: Date): Promise<boolean>;
  /**
   * Adds rows. A row with a known key changes nothing. They take the place of lists that the key may not read. Imports of one user run one at a time.
   * @param accountId null: an account that a dry run did not make
   * @param isDryRun only counts
   * @throws AppError FORBIDDEN with details {resource, limit, current, plan_name} beyond the cap of the plan
   */
  abstract addRows(
    storer: Storer,
    accountId: string | null,
    rows: readonly StoredExchangeRow[],
    isDryRun: boolean,
    now: Date,
  ): Promise<ImportedRows>;
  /** Connected accounts, newest first. @param userId null: of all users */
  abstract inventory(userId: string | null): Promise<ReviewedExchangeAccount[]>;
}
