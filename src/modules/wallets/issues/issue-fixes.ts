import { tryParseAddress } from '../../../domain/kernel/address';
import type { IssueType, OpenIssue } from '../../../domain/portfolio/issues/issue';
import type { IssueFixResponse } from './issues.shapes.dto';

type Fix = (issue: OpenIssue) => IssueFixResponse | null;

const fix = (
  operation: string,
  method: IssueFixResponse['method'],
  path: string,
  choices: OpenIssue['choices'] = [],
): IssueFixResponse => ({ operation, method, path, choices: [...choices] });

const isAccount = ({ address }: OpenIssue): boolean => tryParseAddress(address)?.family === 'exchange';
const walletOf = ({ address }: OpenIssue): string => `/api/v1/wallets/${encodeURIComponent(address)}`;

const classify: Fix = (issue) =>
  issue.transactionId === null
    ? null
    : fix(
        'classifyTransaction',
        'PUT',
        `${walletOf(issue)}/transactions/${issue.transactionId}/classification`,
        issue.choices,
      );

/** FIXES: type of an issue -> the operation that resolves it. Null: the owner has nothing to do. */
export const FIXES: Readonly<Record<IssueType, Fix>> = {
  missing_basis: (issue) =>
    issue.lotId === null
      ? null
      : fix('setLotBasis', 'PUT', `${walletOf(issue)}/lots/${issue.lotId}/cost-basis`),
  missing_price: (issue) =>
    issue.transactionId === null
      ? null
      : fix('setTransactionValue', 'PUT', `${walletOf(issue)}/transactions/${issue.transactionId}/value`),
  unmatched_transfer: classify,
  unknown_operation: classify,
  uncertain_classification: classify,
  balance_difference: (issue) => fix('importHistory', 'POST', `${walletOf(issue)}/import`),
  duplicate_transaction: () => null,
  history_incomplete: (issue) =>
    isAccount(issue)
      ? fix(
          'syncExchangeAccount',
          'POST',
          `/api/v1/exchange-accounts/${encodeURIComponent(issue.address)}/sync`,
        )
      : fix('trackWallet', 'POST', `${walletOf(issue)}/track`),
  filed_year_changed: ({ address }) =>
    fix('generateTaxReport', 'POST', `/api/v1/tax-reports/${encodeURIComponent(address)}/generate`),
};
