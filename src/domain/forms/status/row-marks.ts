import type { Disposal, Income } from '../../engine';
import { money, type Money } from '../../kernel/units';
import { toCents, type Cents } from '../cents';
import type { Mark, ReasonTally } from './status';

/** An uncertain type whose other readings change the result by this or less is not marked. */
const LEAST_EFFECT: Money = money('1');

/** Why the type of a disposal or receipt is not certain. */
export type Uncertainty = 'uncertain_type' | 'settled_loan';

type Uncertain = Pick<Disposal, 'flags' | 'type' | 'transactionId' | 'valueStatus'> &
  Pick<Disposal, 'proceeds' | 'costBasis' | 'washSaleDisallowed'>;

/** No gain may follow from another reading: at most the whole one goes. */
export const effectOf = ({ proceeds, costBasis, washSaleDisallowed }: Uncertain): Money => {
  const gain = proceeds - costBasis + washSaleDisallowed;
  return gain < 0n ? -gain : gain;
};

export const isUncertain = ({ flags, valueStatus }: Pick<Uncertain, 'flags' | 'valueStatus'>): boolean =>
  valueStatus === 'known' && flags.includes('classification_uncertain');

/** Repayments and liquidations follow the closest rule, that of short sales. @source tax-rules 10.6 */
export const uncertaintyOf = ({ type }: Pick<Uncertain, 'type'>): Uncertainty =>
  type === 'repayment' || type === 'liquidation' ? 'settled_loan' : 'uncertain_type';

/** By transaction: the slices of one disposal are judged together. */
export class Effects {
  private readonly sums = new Map<string, Money>();

  add(slice: Uncertain): void {
    if (!isUncertain(slice)) return;
    this.sums.set(slice.transactionId, (this.sums.get(slice.transactionId) ?? 0n) + effectOf(slice));
  }

  uncertaintyOf(slice: Uncertain): Uncertainty | undefined {
    if (!isUncertain(slice) || (this.sums.get(slice.transactionId) ?? 0n) <= LEAST_EFFECT) return undefined;
    return uncertaintyOf(slice);
  }
}

/** What the marks of a row follow from. Amounts in cents. */
export interface Markable {
  isUntracked: boolean;
  flags: readonly string[];
  valueStatus: Disposal['valueStatus'];
  uncertainty?: Uncertainty;
  proceeds: Cents;
  costBasis: Cents;
  gain: Cents;
}

/** What a row rests on that is not known. Empty when all is. */
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

/** Adds the marks of a row with what rests on each: the proceeds, the gain of an uncertain type, the basis without a value. */
export function tallyRow(tally: ReasonTally, row: Markable): void {
  for (const mark of marksOf(row)) tally.add(mark, amountOf(mark, row));
}

function amountOf(mark: Mark, { proceeds, costBasis, gain }: Markable): Cents {
  if (mark === 'missing_value') return costBasis;
  if (mark === 'uncertain_type' || mark === 'settled_loan') return gain < 0n ? -gain : gain;
  return proceeds;
}

/** What a receipt rests on that is not known. */
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

/** @param value null: not known */
export function tallyIncome(
  tally: ReasonTally,
  income: Parameters<typeof incomeMarks>[0],
  value: Cents | null,
): void {
  for (const mark of incomeMarks(income)) tally.add(mark, mark === 'missing_value' ? null : value);
}

/**
 * Units of the owner whose other end, or whose meaning, is not known. The ledger holds them: they are in no row.
 * @source tax-rules 10.3
 */
export interface HeldUnit {
  cause: 'no_other_end' | 'unknown_operation';
  wallet: string;
  /** ms UTC */
  at: number;
  value: Money | null;
}

/** Adds the held units of some wallets and of a time. */
export function tallyHeld(
  tally: ReasonTally,
  held: readonly HeldUnit[],
  { isOf, from, until }: { isOf: (wallet: string) => boolean; from: number; until: number },
): void {
  for (const { cause, wallet, at, value } of held)
    if (isOf(wallet) && at >= from && at < until)
      tally.add(
        cause === 'no_other_end' ? 'held_without_other_end' : 'held_operation',
        value === null ? null : toCents(value, 'cents'),
      );
}
