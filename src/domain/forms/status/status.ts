import type { Cents } from '../cents';

/** From the best to the worst. @source docs/filing.md */
export const FORM_STATUSES = ['COMPLETE', 'REVIEW', 'INCOMPLETE'] as const;
export type FormStatus = (typeof FORM_STATUSES)[number];

/** STATUS_REASONS: why a form is not complete. */
export const STATUS_REASONS = [
  'unknown_basis',
  'no_other_end',
  'unknown_operation',
  'uncertain_type',
  'missing_value',
  'history_incomplete',
  'rows_not_shown',
  'possibly_counted_twice',
  'missing_in_books',
  'wash_sales_approximate',
] as const;
export type StatusReasonName = (typeof STATUS_REASONS)[number];

interface MarkFacts {
  reason: StatusReasonName;
  /** `REVIEW`: the form has the reading that the law takes by default, and a person should confirm it. */
  status: Exclude<FormStatus, 'COMPLETE'>;
}

/**
 * MARKS: unknown facts behind a row or a form, in the order in which reasons are listed.
 * @source tax-rules 5.3, 9, 10.3, 10.6; coverage.md 1
 */
export const MARKS = {
  /** Unknown basis counts as 0. */
  unknown_basis: { reason: 'unknown_basis', status: 'INCOMPLETE' },
  /** Units on a bridge, or withdrawn from an exchange, whose arrival is not known. They are in no row. */
  held_without_other_end: { reason: 'no_other_end', status: 'INCOMPLETE' },
  /** Operations of an exchange that nobody classified. They are in no row. */
  held_operation: { reason: 'unknown_operation', status: 'INCOMPLETE' },
  uncertain_type: { reason: 'uncertain_type', status: 'INCOMPLETE' },
  uncertain_in_no_row: { reason: 'uncertain_type', status: 'INCOMPLETE' },
  /** Disposals and receipts without a known value. They are in no total. */
  missing_value: { reason: 'missing_value', status: 'INCOMPLETE' },
  history_incomplete: { reason: 'history_incomplete', status: 'INCOMPLETE' },
  rows_not_shown: { reason: 'rows_not_shown', status: 'INCOMPLETE' },
  possibly_counted_twice: { reason: 'possibly_counted_twice', status: 'INCOMPLETE' },
  wash_sales_approximate: { reason: 'wash_sales_approximate', status: 'INCOMPLETE' },
  /** A payment of a wallet to a stranger counts as a sale. */
  sold_without_other_end: { reason: 'no_other_end', status: 'REVIEW' },
  /** Repaid loans and liquidations: no authority is on point. */
  settled_loan: { reason: 'uncertain_type', status: 'REVIEW' },
  missing_in_books: { reason: 'missing_in_books', status: 'REVIEW' },
} as const satisfies Record<string, MarkFacts>;
export type Mark = keyof typeof MARKS;
const MARK_NAMES = Object.keys(MARKS) as Mark[];

export interface StatusReason {
  mark: Mark;
  count: number;
  amount: Cents | null;
}

export const statusOf = (reasons: readonly { mark: Mark }[]): FormStatus =>
  worstOf(reasons.map(({ mark }) => MARKS[mark].status));

export const worstOf = (statuses: readonly FormStatus[]): FormStatus =>
  FORM_STATUSES.findLast((status) => statuses.includes(status)) ?? 'COMPLETE';

export const reasonNames = (marks: readonly Mark[]): StatusReasonName[] => [
  ...new Set(marks.map((mark) => MARKS[mark].reason)),
];

export class ReasonTally {
  private readonly found = new Map<Mark, StatusReason>();

  add(mark: Mark, amount: Cents | null, count = 1): void {
    if (count === 0) return;
    const before = this.found.get(mark);
    this.found.set(mark, {
      mark,
      count: (before?.count ?? 0) + count,
      amount: before === undefined || before.amount === null ? amount : before.amount + (amount ?? 0n),
    });
  }

  addAll(reasons: readonly StatusReason[]): this {
    for (const { mark, amount, count } of reasons) this.add(mark, amount, count);
    return this;
  }

  /** What keeps a form from being complete comes first. */
  get reasons(): StatusReason[] {
    return MARK_NAMES.flatMap((mark) => this.found.get(mark) ?? []);
  }
}

export const joinedReasons = (lists: readonly (readonly StatusReason[])[]): StatusReason[] =>
  new ReasonTally().addAll(lists.flat()).reasons;

/** What a form rests on that is not known. */
export interface FormBasis {
  /** Without gaps of the history. */
  reasons: readonly StatusReason[];
  /** Parts of the history that could not be read, where rows can be missing. One sentence each. */
  historyGaps?: readonly string[];
}

export const reasonsOfForm = ({ reasons, historyGaps }: FormBasis): StatusReason[] =>
  withHistory(reasons, historyGaps);

export const withHistory = (
  reasons: readonly StatusReason[],
  gaps: readonly string[] = [],
): StatusReason[] =>
  gaps.length === 0
    ? [...reasons]
    : joinedReasons([reasons, [{ mark: 'history_incomplete', count: gaps.length, amount: null }]]);
