import { type Decimal, dec } from '../../kernel/decimal';
import { finished, type Sliced } from '../../kernel/slices';
import type { Issue, Ledger } from '../model/lot';
import { ReplayLedger } from '../replay/replay-ledger';

/** Issues read between two yields: some milliseconds. */
const READ_AT_ONCE = 4_000;

export type Severity = 'ok' | 'warning' | 'critical';

export interface Completeness {
  totalIssues: number;
  /** Percentage of lots with a known origin, by count; 100 without lots. @source tax-rules 13.4 */
  completenessPercent: Decimal;
  lotsTotal: number;
  severity: Severity;
}

/** The lists are complete; a presenter paginates them. @source spec 2.9 */
export interface Reconciliation extends Completeness {
  untrackedLots: Issue[];
  duplicateTransactions: Issue[];
  missingPrices: Issue[];
  lineageBreaks: Issue[];
}

export const reconcile = (ledger: Ledger, filter: { wallet?: string }): Reconciliation =>
  finished(reconciling(ledger, filter));

export function* reconciling(ledger: Ledger, filter: { wallet?: string }): Sliced<Reconciliation> {
  const { wallet } = filter;
  const lists: Record<Issue['kind'], Issue[]> = {
    untracked_lot: [],
    duplicate_transaction: [],
    missing_price: [],
    lineage_break: [],
  };
  const { issues } = ledger;
  for (let i = 0; i < issues.length; i++) {
    if (i % READ_AT_ONCE === 0) yield;
    const issue = issues[i] as Issue;
    if (wallet === undefined || issue.wallet === wallet) lists[issue.kind].push(issue);
  }
  return {
    untrackedLots: lists.untracked_lot,
    duplicateTransactions: lists.duplicate_transaction,
    missingPrices: lists.missing_price,
    lineageBreaks: lists.lineage_break,
    ...(yield* countingIssues(ledger, wallet ?? null)),
  };
}

/** Makes no lists. @param wallet null: all wallets */
export function* countingIssues(ledger: Ledger, wallet: string | null): Sliced<Completeness> {
  const counted = ledger instanceof ReplayLedger ? yield* ledger.counting(wallet) : count(ledger, wallet);
  const { lots: lotsTotal, untracked, issues: totalIssues } = counted;
  const complete = lotsTotal - untracked;
  const completenessPercent = lotsTotal === 0 ? dec(100) : dec(complete).mul(100).div(lotsTotal);
  return {
    totalIssues,
    completenessPercent,
    lotsTotal,
    severity: severityOf(totalIssues, completenessPercent),
  };
}

function count(ledger: Ledger, wallet: string | null): { lots: number; untracked: number; issues: number } {
  const isOf = (one: { wallet: string | null }): boolean => wallet === null || one.wallet === wallet;
  const lots = ledger.lots.filter(isOf);
  return {
    lots: lots.length,
    untracked: lots.filter(({ isUntracked }) => isUntracked).length,
    issues: ledger.issues.filter(isOf).reduce((sum, issue) => sum + issue.count, 0),
  };
}

/** Ten issues or more at exactly 80 percent is a warning. @source spec 3; api.md 4 row 1 */
export function severityOf(issues: number, completenessPercent: Decimal): Severity {
  if (issues === 0) return 'ok';
  return issues >= 10 && completenessPercent.lt(80) ? 'critical' : 'warning';
}
