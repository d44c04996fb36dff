import type { ChainName } from '../kernel/chain';

/** A chain without any readable history. */
export interface ChainProblem {
  chain: ChainName;
  /** Public error code. */
  code: string;
  /** What the operator can do. */
  reason?: string;
  /** Set for wallets other than the requested one. */
  address?: string;
}

/** A chain with a complete but outdated history. */
export interface StaleChain {
  chain: ChainName;
  /** Public error code. Null when the next read has not finished yet. */
  code: string | null;
  /** ms UTC */
  indexedAt: number;
  address?: string;
}

/** The provider of a chain's history, and the time of the last read. */
export interface DataSourceInfo {
  chain: ChainName;
  /** The provider of the newest rows. */
  provider: string;
  /** ms UTC of the last complete read. Null during the first read. */
  readAt: number | null;
}

/** Progress of the first read of histories. */
export interface IndexingProgress {
  /** Rows of upstreams stored so far. */
  rowsRead: number;
  /** Number of chains that are read completely or have failed. */
  chainsDone: number;
  chainsTotal: number;
  /** A chain that is not done: the one with the most rows. Null when all are. */
  chain: string | null;
  /** Estimated from the completed part. Null without a basis for an estimate. */
  etaSeconds: number | null;
}

/** Completeness and age of the data. Every answer that is based on a history includes it. */
export interface SyncStatus {
  /** True when a chain is being read for the first time. */
  historyPending: boolean;
  /** True when a historical price is not requested yet. */
  pricesPending: boolean;
  unavailable: readonly ChainProblem[];
  stale: readonly StaleChain[];
  /** True when an upstream reached its page cap: the oldest or newest part is missing. */
  truncated: boolean;
  /** True when an upstream reports missing rows. */
  incomplete: boolean;
  /** True when a chain states another balance than its rows. */
  contradicted?: boolean;
  /** ms UTC of the oldest last reading of an exchange account that cannot be read since. */
  accountsReadUntil?: number;
  /** True when losses of wash sales share parts of their replacements: amounts of single lots and sales may differ. */
  washSalesApproximate?: boolean;
  /** True when an earlier release computed the figures. They are being computed again. */
  recomputing?: boolean;
  /** ms UTC of the oldest completed pass over the subject's chains. Null before the first. */
  indexedAt: number | null;
  /** Data sources of the subject's chains. */
  dataSources?: readonly DataSourceInfo[];
  /** Over all wallets. Only while a job reads or prices them. */
  progress?: IndexingProgress;
}

/** True when rows may be missing without a page cap: the upstream reports it, a balance shows it, or a chain cannot be read. */
export const isIncomplete = ({
  historyPending,
  incomplete,
  contradicted = false,
  unavailable,
}: SyncStatus): boolean => historyPending || incomplete || contradicted || unavailable.length > 0;

/**
 * Returns the status of several wallets as seen from one: its own problems have no address.
 * @param address as the user wrote it
 */
export function seenFrom(syncStatus: SyncStatus, address: string): SyncStatus {
  const unnamed = <T extends { address?: string }>({ address: named, ...rest }: T) =>
    named === undefined || named === address ? rest : { ...rest, address: named };
  return {
    ...syncStatus,
    unavailable: syncStatus.unavailable.map(unnamed),
    stale: syncStatus.stale.map(unnamed),
  };
}

/** The status of a history that is not needed, or complete. */
export const COMPLETE: SyncStatus = {
  historyPending: false,
  pricesPending: false,
  unavailable: [],
  stale: [],
  truncated: false,
  incomplete: false,
  indexedAt: null,
};

/** @param times of accounts that cannot be read since; undefined for others */
export function earliest(
  times: readonly (number | null | undefined)[],
): Pick<SyncStatus, 'accountsReadUntil'> {
  const known = times.flatMap((time) => time ?? []);
  return known.length === 0 ? {} : { accountsReadUntil: Math.min(...known) };
}

/** The status of wallets whose problems are their own: each problem names its wallet. */
export const statusOfAll = (wallets: readonly { address: string; syncStatus: SyncStatus }[]): SyncStatus => {
  const isAny = (pick: (status: SyncStatus) => boolean | undefined) =>
    wallets.some(({ syncStatus }) => pick(syncStatus));
  const named = <T extends { address?: string }>(pick: (status: SyncStatus) => readonly T[]): T[] =>
    wallets.flatMap(({ address, syncStatus }) =>
      pick(syncStatus)
        .filter((problem) => problem.address === undefined)
        .map((problem) => ({ ...problem, address })),
    );
  return {
    ...COMPLETE,
    historyPending: isAny(({ historyPending }) => historyPending),
    pricesPending: isAny(({ pricesPending }) => pricesPending),
    unavailable: named(({ unavailable }) => unavailable),
    stale: named(({ stale }) => stale),
    truncated: isAny(({ truncated }) => truncated),
    incomplete: isAny(({ incomplete }) => incomplete),
    ...earliest(wallets.map(({ syncStatus }) => syncStatus.accountsReadUntil)),
    contradicted: isAny(({ contradicted }) => contradicted),
    washSalesApproximate: isAny(({ washSalesApproximate }) => washSalesApproximate),
  };
};
