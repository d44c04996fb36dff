import { uuidOf } from '../../kernel/hash';
import type { Order } from '../../kernel/page';
import { sortInOrder } from '../../kernel/page';
import type { Money } from '../../kernel/units';
import type { StatedTypeName } from '../../chain';

/**
 * ISSUE_TYPES: the kinds of issues of an owner's data, with their severity. A lineage break is a lot without a basis,
 * so it is a missing basis.
 * @source api.md 1.14; spec 2.9
 */
export const ISSUE_TYPES = {
  missing_basis: 'critical',
  missing_price: 'critical',
  unmatched_transfer: 'warning',
  unknown_operation: 'critical',
  uncertain_classification: 'warning',
  balance_difference: 'warning',
  duplicate_transaction: 'warning',
  history_incomplete: 'critical',
  filed_year_changed: 'critical',
} as const satisfies Record<string, 'warning' | 'critical'>;
export type IssueType = keyof typeof ISSUE_TYPES;
export const ISSUE_TYPE_NAMES = Object.keys(ISSUE_TYPES) as IssueType[];

/** Absent facts are null. */
export interface OpenIssue {
  id: string;
  type: IssueType;
  address: string;
  chain: string | null;
  tokenKey: string | null;
  symbol: string | null;
  /** Decimal text, whole units. */
  quantity: string | null;
  txHash: string | null;
  transactionId: string | null;
  lotId: string | null;
  /** ms UTC */
  at: number | null;
  /** In the zone of the owner, ascending. Empty: any year can be affected. */
  taxYears: readonly number[];
  message: string;
  /** Largest change of realized gains. Null when unknown. */
  effect: Money | null;
  /** Types that the owner can state, the likeliest first. */
  choices: readonly StatedTypeName[];
}

/** Absent facts become null. */
export type IssueFacts = Pick<OpenIssue, 'type' | 'address' | 'message'> & Partial<OpenIssue>;

/** @param wallet in normal form @param subject identifies the issue, with the type and the wallet */
export const openIssue = (wallet: string, subject: readonly string[], facts: IssueFacts): OpenIssue => ({
  chain: null,
  tokenKey: null,
  symbol: null,
  quantity: null,
  txHash: null,
  transactionId: null,
  lotId: null,
  at: null,
  taxYears: [],
  effect: null,
  choices: [],
  ...facts,
  id: uuidOf(JSON.stringify(['issue', facts.type, wallet, ...subject])),
});

/** An issue without a date is the oldest: the bound of times. */
const UNDATED = 8.64e15;

/** Largest effect first, then unknown effects; each newest first, then by id. */
export const ISSUE_ORDER = {
  positionOf: ({ effect, at, id }) => [
    effect === null ? 1 : 0,
    -(effect ?? 0n),
    at === null ? UNDATED : -at,
    id,
  ],
  parts: ['number', 'bigint', 'number', 'uuid'],
} as const satisfies Order<OpenIssue> & { parts: readonly ('number' | 'bigint' | 'uuid')[] };

export interface IssueFilter {
  type?: IssueType;
  year?: number;
}

/** In order, each once. An issue without years is in every year. */
export function pickIssues(issues: readonly OpenIssue[], { type, year }: IssueFilter): OpenIssue[] {
  const picked = issues.filter(
    (issue) =>
      (type === undefined || issue.type === type) &&
      (year === undefined || issue.taxYears.length === 0 || issue.taxYears.includes(year)),
  );
  return sortInOrder([...new Map(picked.map((issue) => [issue.id, issue])).values()], ISSUE_ORDER);
}
