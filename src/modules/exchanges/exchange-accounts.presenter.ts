import type { Part } from '../../domain/exchanges';
import type { UserJob } from '../../domain/jobs/user-job';
import type { ExchangeAccount } from '../../ports/exchanges/exchange-accounts';
import type { SyncState } from '../../ports/exchanges/exchange-syncs';
import type {
  ExchangeAccountResponse,
  SyncPartResponse,
  SyncStatusResponse,
} from './exchange-accounts.shapes.dto';

export const toExchangeAccount = (account: ExchangeAccount, isSyncing = false): ExchangeAccountResponse => ({
  id: account.id,
  exchange: account.exchange,
  label: account.label,
  source: account.source,
  kind: account.kind,
  status: isSyncing ? 'syncing' : account.lastError === null ? 'connected' : 'error',
  api_key_hint: account.apiKeyHint,
  read_only: account.readOnly,
  last_sync_at: account.lastSyncAt?.toISOString() ?? null,
  last_error: account.lastError,
  transaction_count: account.rowCount,
  created_at: account.createdAt.toISOString(),
});

export function toSyncStatus(state: SyncState, job: UserJob | null): SyncStatusResponse {
  const covered = new Set(
    state.refused.flatMap(({ name, cover }) => (cover === null ? [] : [state.lists[name]])),
  );
  const part = (name: Part): SyncPartResponse => {
    const lists = Object.values(state.lists).filter((list) => list.part === name);
    const count =
      name === 'balances' ? Object.keys(state.balances ?? {}).length : (state.counts.get(name) ?? 0);
    const open = lists.filter((list) => list.error !== null && !covered.has(list));
    const error = open[0]?.error ?? null;
    const times = lists.flatMap(({ at }) => (at === null ? [] : [at]));
    return {
      status: partStatus(state, name, lists.length > 0, error),
      count,
      cursor_at: times.length === 0 ? null : new Date(Math.max(...times)).toISOString(),
      error,
    };
  };
  const open = job?.status === 'queued' || job?.status === 'running' ? job.status : null;
  const ended = state.lastError !== null ? 'error' : state.lastSyncAt === null ? 'never' : 'ok';
  return {
    account_id: state.accountId,
    status: open ?? ended,
    parts: {
      trades: part('trades'),
      deposits: part('deposits'),
      withdrawals: part('withdrawals'),
      ledger: part('ledger'),
      balances: part('balances'),
    },
    refused_lists: state.refused.map(({ name, part: listPart, reason, cover }) => ({
      name,
      part: listPart,
      reason,
      covered_by: cover?.by ?? null,
      covered_at: cover?.at ?? null,
    })),
    last_sync_at: state.lastSyncAt?.toISOString() ?? null,
    next_sync_at: state.nextSyncAt?.toISOString() ?? null,
    last_error: state.lastError,
    job_id: state.jobId,
  };
}

function partStatus(
  { lastSyncAt, lists, balances, counts }: SyncState,
  part: Part,
  hasLists: boolean,
  error: string | null,
): SyncPartResponse['status'] {
  if (error !== null) return 'error';
  if (part === 'balances') return balances === null ? 'never' : 'ok';
  // A run that ended stores balances, also where one list was refused and others were read.
  const hasEnded = lastSyncAt !== null || balances !== null;
  if (hasLists) return hasEnded ? 'ok' : 'never';
  if (counts.has(part)) return 'ok';
  return hasEnded && Object.keys(lists).length > 0 ? 'unsupported' : 'never';
}
