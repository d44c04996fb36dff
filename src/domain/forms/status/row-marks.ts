import type { Disposal, Income } from '../../engine';
import type { Cents } from '../cents';
import { LEAST_EFFECT, type Uncertainty } from './effects';
import type { Mark, ReasonTally } from './status';

/** In cents. */
export interface Markable {
  isUntracked: boolean;
  flags: readonly string[];
  valueStatus: Disposal['valueStatus'];
  uncertainty?: Uncertainty;
  proceeds: Cents;
  costBasis: Cents;
  gain: Cents;
}

export function marksOf({ isUntracked, flags, valueStatus, uncertainty }: Markable): Mark[] {
  if (valueStatus === 'missing') return ['missing_value'];
  return [
    ...(isUntracked ? (['unknown_basis'] as const) : []),
    ...(uncertainty === 'uncertain_type' ? [uncertainty] : []),
    ...(flags.includes('possibly_counted_twice') ? (['possibly_counted_twice'] as const) : []),
    ...(flags.includes('unmatched') ? (['sold_without_other_end'] as const) : []),
    ...(uncertainty === 'settled_loan' ? [uncertainty] : []),
    ...(flags.includes('missing_in_books') ? (['missing_in_books'] as const) : []),
  ];
}

/** Amount of each mark: the proceeds, the gain of an uncertain type, the basis without a value. */
export function tallyRow(tally: ReasonTally, row: Markable): void {
  for (const mark of marksOf(row)) tally.add(mark, amountOf(mark, row));
}

function amountOf(mark: Mark, { proceeds, costBasis, gain }: Markable): Cents {
  if (mark === 'missing_value') return costBasis;
  if (mark === 'uncertain_type' || mark === 'settled_loan') return gain < 0n ? -gain : gain;
  return proceeds;
}

export function incomeMarks({
  valueStatus,
  flags,
  fairMarketValue,
}: Pick<Income, 'valueStatus' | 'flags' | 'fairMarketValue'>): Mark[] {
  if (valueStatus === 'missing') return ['missing_value'];
  return flags.includes('classification_uncertain') && fairMarketValue > LEAST_EFFECT
    ? ['uncertain_type']
    : [];
}

export function tallyIncome(
  tally: ReasonTally,
  income: Parameters<typeof incomeMarks>[0],
  value: Cents | null,
): void {
  for (const mark of incomeMarks(income)) tally.add(mark, mark === 'missing_value' ? null : value);
}
