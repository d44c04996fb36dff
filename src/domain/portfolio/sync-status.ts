import type { ChainName } from '../kernel/chain';

export interface ChainProblem {
  chain: ChainName;
  code: string;
  reason?: string;
  /** Set for wallets other than the requested one. */
  address?: string;
}

export interface StaleChain {
  chain: ChainName;
  /** Public error code. Null when the next read has not finished yet. */
  code: string | null;
  /** ms UTC */
  indexedAt: number;
  address?: string;
}

export interface DataSourceInfo {
  chain: ChainName;
  provider: string;
  /** ms UTC of the last complete read. Null during the first. */
  readAt: number | null;
}

export interface IndexingProgress {
  rowsRead: number;
  chainsDone: number;
  chainsTotal: number;
  /** The chain with the most rows that is not done. Null when all are. */
  chain: string | null;
  etaSeconds: number | null;
}

/** Completeness and age of the data. Every answer that is based on a history includes it. */
export interface SyncStatus {
  historyPending: boolean;
  pricesPending: boolean;
  unavailable: readonly ChainProblem[];
  stale: readonly StaleChain[];
  /** An upstream reached its page cap: the oldest or newest part is missing. */
  truncated: boolean;
  incomplete: boolean;
  contradicted?: boolean;
  /** ms UTC of the oldest last read of an exchange account that cannot be read since. */
  accountsReadUntil?: number;
  /** Wash-sale losses share parts of their replacements: amounts of single lots and sales may differ. */
  washSalesApproximate?: boolean;
  /** An earlier release computed the figures. They are being computed again. */
  recomputing?: boolean;
  /** ms UTC of the oldest completed pass over the subject's chains. Null before the first. */
  indexedAt: number | null;
  dataSources?: readonly DataSourceInfo[];
  /** Over all wallets. Only while a job reads or prices them. */
  progress?: IndexingProgress;
}

/** Rows may be missing without a page cap: an upstream or a balance shows it, or a chain cannot be read. */
export const isIncomplete = ({
  historyPending,
  incomplete,
  contradicted = false,
  unavailable,
}: SyncStatus): boolean => historyPending || incomplete || contradicted || unavailable.length > 0;

/** The own problems of the wallet have no address. @param address as the user wrote it */
export function seenFrom(syncStatus: SyncStatus, address: string): SyncStatus {
  const unnamed = <T extends { address?: string }>({ address: named, ...rest }: T) =>
    named === undefined || named === address ? rest : { ...rest, address: named };
  return {
    ...syncStatus,
    unavailable: syncStatus.unavailable.map(unnamed),
    stale: syncStatus.stale.map(unnamed),
  };
}

export const COMPLETE: SyncStatus = {
  historyPending: false,
  pricesPending: false,
  unavailable: [],
  stale: [],
  truncated: false,
  incomplete: false,
  indexedAt: null,
};

export function earliest(
  times: readonly (number | null | undefined)[],
): Pick<SyncStatus, 'accountsReadUntil'> {
  const known = times.flatMap((time) => time ?? []);
  return known.length === 0 ? {} : { accountsReadUntil: Math.min(...known) };
}

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
