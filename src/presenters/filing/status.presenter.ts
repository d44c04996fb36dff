import {
  centsText,
  type Cents,
  MARKS,
  reasonsOfForm,
  statusOf,
  withHistory,
  type Form8949,
  type FormTotals,
  type PrintedSums,
  type Schedule1,
  type StatusReason,
} from '../../domain/forms';
import type { PrintedTermResponse, PrintedTotalsResponse, StatusResponse } from './status.shapes.dto';

export function toStatus(
  reasons: readonly StatusReason[],
  historyGaps: readonly string[] = [],
): Pick<StatusResponse, 'status' | 'status_reasons'> {
  const all = withHistory(reasons, historyGaps);
  return { status: statusOf(all), status_reasons: toReasons(all) };
}

/** Joins marks with the same reason and status: what rows show, and what is in no row. */
function toReasons(reasons: readonly StatusReason[]): StatusResponse['status_reasons'] {
  const found = new Map<string, StatusReason>();
  for (const each of reasons) {
    const { reason, status } = MARKS[each.mark];
    const key = `${reason} ${status}`;
    const before = found.get(key);
    const amount = before === undefined ? each.amount : sumOf(before.amount, each.amount);
    found.set(key, { mark: each.mark, count: (before?.count ?? 0) + each.count, amount });
  }
  return [...found.values()].map(({ mark, count, amount }) => ({
    ...MARKS[mark],
    count,
    amount_usd: amount === null ? null : centsText(amount),
  }));
}

/** Null counts as 0 beside a known amount. */
const sumOf = (a: Cents | null, b: Cents | null): Cents | null => (a === null ? b : a + (b ?? 0n));

export const toFormStatus = (form: Pick<Form8949 | Schedule1, 'reasons' | 'historyGaps'>) =>
  toStatus(reasonsOfForm(form));

export const toPendingStatus = () => toStatus([], ['pending']);

export const toPrinted = ({ shortTerm, longTerm, income }: PrintedSums): PrintedTotalsResponse => ({
  short_term: toTerm(shortTerm),
  long_term: toTerm(longTerm),
  gain_loss: centsText(shortTerm.gain + longTerm.gain),
  total_income: centsText(income.total),
});

const toTerm = ({ proceeds, costBasis, adjustment, gain }: FormTotals): PrintedTermResponse => ({
  proceeds: centsText(proceeds),
  cost_basis: centsText(costBasis),
  adjustments: centsText(adjustment),
  gain_loss: centsText(gain),
});
