import type { ChainName } from '../../../domain/kernel/chain';
import type { ChainState } from '../../../ports/storage/raw-history-store';
import { toTimeOrNull } from '../../../presenters/sync-status.presenter';
import type { ChainReportResponse } from './wallet-jobs.shapes.dto';

/** @param state undefined for a chain never read */
export const toChainReport = (chain: ChainName, state: ChainState | undefined): ChainReportResponse => ({
  chain,
  status: state?.errorCode ? 'error' : state?.complete ? 'ready' : 'pending',
  error_code: state?.errorCode ?? null,
  indexed_at: toTimeOrNull(state?.indexedAt ?? null),
  truncated: state?.truncated ?? false,
});
