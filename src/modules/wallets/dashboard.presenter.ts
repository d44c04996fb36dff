import type { Reconciliation } from '../../domain/engine';
import type { ReconciliationShortResponse } from './wallets.shapes.dto';

/** @param report null while the ledger is still being computed: the severity is then unknown */
export const toReconciliationShort = (
  report: Pick<Reconciliation, 'severity' | 'totalIssues'> | null,
  isPending: boolean,
): ReconciliationShortResponse => ({
  severity: report?.severity ?? null,
  total_issues: report?.totalIssues ?? null,
  ...(isPending && { pending: true as const }),
});
