import type { ChainName } from '../kernel/chain';

/** A chain without any history to show. */
export interface ChainProblem {
  chain: ChainName;
  /** Public error code. */
  code: string;
  /** Set for wallets other than the one asked about. */
  address?: string;
}

/** A chain whose history is whole but not of now. */
export interface StaleChain {
  chain: ChainName;
  /** Public error code; null when reading on has merely not finished. */
  code: string | null;
  /** ms UTC */
  indexedAt: number;
  address?: string;
}

/** Who told the history of a chain, and when. */
export interface DataSourceInfo {
  chain: ChainName;
  /** Who gave the newest rows. */
  provider: string;
  /** ms UTC: it was read to the end then; null while it is being read for the first time. */
  readAt: number | null;
}

/** How far the first reading of histories has come. */
export interface IndexingProgress {
  /** Rows of upstreams stored so far. */
  rowsRead: number;
  /** Chains read through, or given up. */
  chainsDone: number;
  chainsTotal: number;
  /** Estimated from the part that is done; null while there is nothing to estimate from. */
  etaSeconds: number | null;
}

/** How far an answer can be trusted; every answer built on a history states it. */
export interface SyncStatus {
  /** Some chain is being read for the first time. */
  historyPending: boolean;
  /** Some historical price could not be asked for yet. */
  pricesPending: boolean;
  unavailable: readonly ChainProblem[];
  stale: readonly StaleChain[];
  /** An upstream hit its page cap: the oldest or newest part is missing. */
  truncated: boolean;
  /** An upstream says itself that rows are missing. */
  incomplete: boolean;
  /** ms UTC of the oldest completed pass over the subject's chains; null before any. */
  indexedAt: number | null;
  /** Of the subject's chains. */
  tellers?: readonly DataSourceInfo[];
  /** Over all wallets; only while a job reads or prices them. */
  progress?: IndexingProgress;
}

/** Rows may be missing though no upstream hit its page cap: it says so itself, or a chain cannot be read. */
export const isIncomplete = ({ historyPending, incomplete, unavailable }: SyncStatus): boolean =>
  historyPending || incomplete || unavailable.length > 0;

/** Of several wallets, as one of them tells it: what is its own needs no name. @param address as its owner wrote it */
export function seenFrom(freshness: SyncStatus, address: string): SyncStatus {
  const unnamed = <T extends { address?: string }>({ address: named, ...rest }: T) =>
    named === undefined || named === address ? rest : { ...rest, address: named };
  return {
    ...freshness,
    unavailable: freshness.unavailable.map(unnamed),
    stale: freshness.stale.map(unnamed),
  };
}
