import type {
  ChainProblem,
  DataSourceInfo,
  SyncStatus,
  IndexingProgress,
} from '../domain/portfolio/sync-status';
import type { Address } from '../domain/kernel/address';
import { yearBounds } from '../domain/kernel/calendar';
import type { PlanWindow } from '../domain/access/plan-window';

/**
 * How far an answer can be trusted: `meta` under /api/v1, top level elsewhere. Empty when nothing is missing.
 * @source api.md 0 (several chains), 2 (balances_pending)
 */
export function toSyncStatus(syncStatus: SyncStatus, currentPricesPending = false): Record<string, unknown> {
  const { historyPending, pricesPending, unavailable, stale, truncated, incomplete, progress } = syncStatus;
  const { contradicted = false, washSalesApproximate = false, recomputing = false } = syncStatus;
  return {
    ...(unavailable.length > 0 && { unavailable_chains: unavailable }),
    ...(stale.length > 0 && {
      stale_chains: stale.map(({ indexedAt, ...rest }) => ({ ...rest, indexed_at: toTime(indexedAt) })),
    }),
    ...(historyPending && { balances_pending: true }),
    ...((pricesPending || currentPricesPending) && { prices_pending: true }),
    ...(truncated && { history_truncated: true }),
    ...((incomplete || contradicted) && { history_incomplete: true }),
    ...(washSalesApproximate && { wash_sales_approximate: true }),
    ...(recomputing && { recomputing: true }),
    ...(progress && { progress: toProgress(progress) }),
  };
}

/**
 * Why rows of a history may be missing, one sentence each, for text files.
 * @param year a reading after its end has all of it. Absent: all years
 */
export function toHistoryGaps(syncStatus: SyncStatus, year?: number): string[] {
  const { historyPending, unavailable, stale, truncated, incomplete, contradicted = false } = syncStatus;
  const { accountsReadUntil = Infinity } = syncStatus;
  const until = year === undefined ? Infinity : yearBounds(year, LAST_ZONE).until;
  const failed = stale.filter(({ code, indexedAt }) => code !== null && indexedAt < until);
  const chainsOf = (problems: readonly Pick<ChainProblem, 'chain'>[]) =>
    [...new Set(problems.map(({ chain }) => chain))].join(', ');
  const own = unavailable.filter(({ address }) => address === undefined);
  const others = unavailable.filter(({ address }) => address !== undefined);
  const wallets = new Set(others.map(({ address }) => address)).size;
  return [
    ...(historyPending ? ['The history is still being read.'] : []),
    ...(own.length > 0 ? [`The history of ${chainsOf(own)} could not be read.`] : []),
    ...(others.length > 0
      ? [`The history of ${chainsOf(others)} could not be read for ${wallets} of the owner's wallets.`]
      : []),
    ...(failed.length > 0
      ? [`The history of ${chainsOf(failed)} is known until ${toDay(failed)} only: the last reading failed.`]
      : []),
    ...(accountsReadUntil < until
      ? [
          `An exchange account is known until ${toDay([{ indexedAt: accountsReadUntil }])} only: the last reading failed.`,
        ]
      : []),
    ...(truncated || incomplete
      ? ['A data provider or an exchange returned only a part of the history.']
      : []),
    ...(contradicted
      ? ['A chain states another balance than its rows: rows are missing, or count twice.']
      : []),
  ];
}

/** The zone in which a year ends last. */
const LAST_ZONE = 'Etc/GMT+12';

const toDay = (stale: readonly { indexedAt: number }[]): string =>
  toTime(Math.min(...stale.map(({ indexedAt }) => indexedAt))).slice(0, 10);

export const toProgress = ({ rowsRead, chainsDone, chainsTotal, chain, etaSeconds }: IndexingProgress) => ({
  rows_read: rowsRead,
  chains_done: chainsDone,
  chains_total: chainsTotal,
  chain,
  eta_seconds: etaSeconds,
});

export const toDataSources = (dataSources: readonly DataSourceInfo[] = []) =>
  dataSources.map(({ chain, provider, readAt }) => ({ chain, provider, read_at: toTimeOrNull(readAt) }));

/** Beside lists over all sources of an owner: a list that covers nothing is no list of an empty wallet. */
export function toCovers(sources: readonly Pick<Address, 'family'>[]) {
  const accounts = sources.filter(({ family }) => family === 'exchange').length;
  return { covers: { wallets: sources.length - accounts, accounts } };
}

/** @source spec 8, cap rule 3; api.md 0 */
export const toLimit = ({ isLimited, limit, total }: Pick<PlanWindow, 'isLimited' | 'limit' | 'total'>) => ({
  is_limited: isLimited,
  tx_limit: limit,
  ...(isLimited && { tx_total: total }),
});

/** ISO 8601 UTC with milliseconds. */
export const toTime = (at: number): string => new Date(at).toISOString();
export const toTimeOrNull = (at: number | null): string | null => (at === null ? null : toTime(at));
