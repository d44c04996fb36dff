import {
  EXCHANGES,
  type ExchangeAccountKind,
  type ExchangeFacts,
  type ExchangeName,
  type Part,
  type StoredExchangeRow,
} from '../../domain/exchanges';
import type { ExchangeFault, ListMark } from './exchange-api';
import type { ExchangeAccount } from './exchange-accounts';
import type { Storer } from '../storage/overlays';

/** Encrypted credentials of one account, or of one trial. */
export interface StoredCredentials {
  accountId: string;
  userId: string;
  exchange: ExchangeName;
  dataKey: string;
  sealed: string;
}

/** What a trial of credentials found. */
export interface TrialVerdict {
  readOnly: boolean | null;
  lacks: readonly string[];
  owner: string | null;
}

/** How far one list of an account was read. */
export interface ListState extends ListMark {
  part: Part;
  /** Public words of the last fault. */
  error: string | null;
  /** The last fault. Absent in states of earlier releases. */
  fault?: ExchangeFault | null;
}

/** What takes the place of a list that the key may not read: a file, or the owner states that it is empty. */
export interface ListCover {
  by: 'file' | 'owner';
  /** ISO 8601 */
  at: string;
}

/** A list of which rows are missing: the key may not read it, or the exchange keeps the last months only. */
export interface RefusedList {
  name: string;
  part: Part;
  reason: 'permission' | 'short_history';
  /** Public words. Null for a list that was read as far as it goes. */
  error: string | null;
  /** Null: its rows are missing. */
  cover: ListCover | null;
}

/** The error of a refused list in states without a fault. Never changes. */
export const REFUSED_BEFORE_FAULTS = 'The key has no permission to read this list';

/** SHORT_LISTS: by exchange, the list that has the last months only. */
export const SHORT_LISTS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries<ExchangeFacts>(EXCHANGES).flatMap(([name, { shortList }]) =>
    shortList === undefined ? [] : [[name, shortList]],
  ),
);

const isRefused = ({ error, fault }: ListState): boolean =>
  error !== null && (fault === undefined ? error === REFUSED_BEFORE_FAULTS : fault === 'permission');

/** @returns the lists of which rows are missing, by name */
export const refusedLists = (
  exchange: string,
  lists: Readonly<Record<string, ListState>>,
  covers: Readonly<Record<string, ListCover>>,
): RefusedList[] =>
  Object.entries(lists)
    .flatMap(([name, list]): RefusedList[] => {
      const { part, error } = list;
      const cover = covers[name] ?? null;
      if (isRefused(list)) return [{ name, part, reason: 'permission', error, cover }];
      return SHORT_LISTS[exchange] === name
        ? [{ name, part, reason: 'short_history', error: null, cover }]
        : [];
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));

export interface SyncState {
  accountId: string;
  source: 'api' | 'csv';
  lastSyncAt: Date | null;
  nextSyncAt: Date | null;
  lastError: string | null;
  jobId: string | null;
  /** By name of the list. */
  lists: Readonly<Record<string, ListState>>;
  /** Lists of which rows are missing. */
  refused: readonly RefusedList[];
  /** Stored rows by part. */
  counts: ReadonlyMap<Part, number>;
  /** As the exchange stated them at the last sync. Null: never. */
  balances: Readonly<Record<string, string>> | null;
}

export interface NewConnection {
  userId: string;
  exchange: ExchangeName;
  label: string;
  kind: ExchangeAccountKind;
  apiKeyHint: string;
  readOnly: boolean | null;
  /** Identity of the account at the exchange. */
  ownerHash: string;
  /** An account with files that the key continues. Null: a new one. */
  accountId: string | null;
}

/** `exists`: the account is connected. `mismatch`: the named account is no file account of this exchange. */
export type ConnectResult = { account: ExchangeAccount } | { full: number } | { exists: string } | 'mismatch';

/** What a sync read. */
export interface SyncResult {
  rows: readonly StoredExchangeRow[];
  lists: Readonly<Record<string, ListState>>;
  /** Null: not read. */
  balances: Readonly<Record<string, string>> | null;
  /** Public words. Null: the read ended. Lists that the key may not read have errors of their own. */
  error: string | null;
  /** Null: no further sync by itself. */
  nextSyncAt: Date | null;
}

/** Connections of exchange accounts: credentials, and how far they were read. */
export abstract class ExchangeSyncs {
  /** Keeps credentials for a trial. */
  abstract beginTrial(credentials: StoredCredentials, now: Date): Promise<void>;
  /** @returns false when the trial was given up */
  abstract decide(trialId: string, verdict: TrialVerdict): Promise<boolean>;
  /** Deletes the credentials of a trial. Null without a verdict. */
  abstract endTrial(trialId: string): Promise<TrialVerdict | null>;
  /** Deletes trials that began before a time: their process died. */
  abstract pruneTrials(before: Date): Promise<void>;
  /**
   * Makes, continues or connects again an account, and stores its credentials.
   * @param seal seals them for the account
   * @param cap number of connected accounts that the plan allows; null for any
   */
  abstract connect(
    connection: NewConnection,
    seal: (accountId: string) => Pick<StoredCredentials, 'dataKey' | 'sealed'>,
    cap: number | null,
    now: Date,
  ): Promise<ConnectResult>;
  /** Of a trial or an account. Null when they were deleted. */
  abstract credentials(userId: string, id: string): Promise<StoredCredentials | null>;
  /** Null for an unknown, foreign or disconnected account. */
  abstract state(userId: string, accountId: string): Promise<SyncState | null>;
  /** Stores the id of the sync that runs for the account. */
  abstract startedJob(userId: string, accountId: string, jobId: string): Promise<void>;
  /**
   * Stores what a sync read, in one transaction. A row with a known key takes the new state.
   * @returns null when the account was disconnected meanwhile: nothing is stored
   * @throws AppError FORBIDDEN beyond the rows of the plan
   */
  abstract save(
    storer: Storer,
    accountId: string,
    result: SyncResult,
    now: Date,
  ): Promise<{ added: number; changed: number } | null>;
  /** Accounts that are due. They are due again at `next`. `isRetry`: the last sync of the account failed. */
  abstract claimDue(
    now: Date,
    next: Date,
    limit: number,
  ): Promise<{ userId: string; accountId: string; exchange: ExchangeName; isRetry: boolean }[]>;
}
