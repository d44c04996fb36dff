import { formatMoney } from '../../../domain/kernel/units';
import { ISSUE_TYPES, type OpenIssue } from '../../../domain/portfolio/issues/issue';
import { toTimeOrNull } from '../../../presenters/sync-status.presenter';
import { FIXES } from './issue-fixes';
import type { IssueResponse } from './issues.shapes.dto';

export const toIssue = (issue: OpenIssue): IssueResponse => ({
  issue_id: issue.id,
  type: issue.type,
  severity: ISSUE_TYPES[issue.type],
  address: issue.address,
  chain: issue.chain,
  token_key: issue.tokenKey,
  symbol: issue.symbol,
  quantity: issue.quantity,
  tx_hash: issue.txHash,
  transaction_id: issue.transactionId,
  lot_id: issue.lotId,
  occurred_at: toTimeOrNull(issue.at),
  tax_year: issue.taxYears[0] ?? null,
  tax_years: [...issue.taxYears],
  message: issue.message,
  max_gain_effect: issue.effect === null ? null : formatMoney(issue.effect),
  fix: FIXES[issue.type](issue),
});
