import {
  eachDisposal,
  INCOME_TYPES,
  summingTax,
  within,
  type Disposal,
  type IncomeType,
  type Ledger,
  type SummaryFilter,
  type TaxSummary,
} from '../engine';
import { yearBounds } from '../kernel/calendar';
import { finished, SLICE, type Sliced } from '../kernel/slices';
import type { Money } from '../kernel/units';
import { centsMoney, toCents, type Cents } from './cents';
import { totalsOf, type FormTotals } from './form-8949/rows';
import { printedAmounts } from './form-row';
import { isOnForm } from './slices';
import { Effects } from './status/effects';
import { incomeMarks, tallyIncome, tallyRow } from './status/row-marks';
import { joinedReasons, ReasonTally, type StatusReason } from './status/status';
import { tallyUnsettled, type Unsettled } from './status/unsettled';

/** Each amount is rounded to a cent before it is added, as forms do. */
export interface PrintedSums {
  shortTerm: FormTotals;
  longTerm: FormTotals;
  income: Record<IncomeType, Cents> & { total: Cents };
}

export interface StatedSummary extends TaxSummary {
  printed: PrintedSums;
  /** Without gaps of the history. */
  reasons: readonly StatusReason[];
  /** Of units of unknown basis, as far as they have a gain. Absent in snapshots of an earlier release. */
  untrackedGain?: Money;
}

export const untrackedGainOf = ({
  untrackedGain,
  reasons,
}: Pick<StatedSummary, 'untrackedGain' | 'reasons'>): Money =>
  untrackedGain ?? centsMoney(reasons.find(({ mark }) => mark === 'unknown_basis')?.amount ?? 0n);

export const statedSummary = (
  ledger: Ledger,
  filter: SummaryFilter,
  unsettled: readonly Unsettled[] = [],
): StatedSummary => finished(statingSummary(ledger, filter, unsettled));

export function* statingSummary(
  ledger: Ledger,
  filter: SummaryFilter,
  unsettled: readonly Unsettled[] = [],
): Sliced<StatedSummary> {
  const summary = yield* summingTax(ledger, filter);
  yield;
  const tally = new ReasonTally();
  const printed = noSums();
  const effects = new Effects(unsettled);
  const uncertain: UncertainSlice[] = [];
  let untrackedGain: Money = 0n;
  let seen = 0;
  for (const disposal of eachDisposal(ledger, filter)) {
    if (seen++ % SLICE === SLICE - 1) yield;
    if (!isOnForm(disposal.type)) continue;
    const amounts = printedAmounts(disposal, 'cents');
    const { flags, isUntracked, valueStatus } = disposal;
    tallyRow(tally, { ...amounts, flags, isUntracked, valueStatus });
    if (valueStatus === 'missing') continue;
    add(disposal.isLongTerm ? printed.longTerm : printed.shortTerm, amounts);
    if (isUntracked && disposal.gain > 0n) untrackedGain += disposal.gain;
    if (effects.add(disposal)) uncertain.push(sliceOf(disposal, amounts.gain));
  }
  const marked = new Set<string>();
  for (const slice of uncertain) {
    const uncertainty = effects.uncertaintyOf(slice);
    if (!uncertainty) continue;
    tally.add(uncertainty, slice.printed < 0n ? -slice.printed : slice.printed);
    marked.add(slice.transactionId);
  }
  const isWithin = within(filter);
  for (const income of ledger.income) {
    if (!isWithin(income.wallet, income.receivedAt)) continue;
    const value = toCents(income.fairMarketValue, 'cents');
    printed.income[income.type] += value;
    printed.income.total += value;
    tallyIncome(tally, income, value);
    if (incomeMarks(income).length > 0) marked.add(income.transactionId);
  }
  if (ledger.isApproximate) tally.add('wash_sales_approximate', null);
  const { wallet, year, timezone } = filter;
  const bounds = year === undefined ? { from: -Infinity, until: Infinity } : yearBounds(year, timezone);
  const isOf = (each: string) => wallet === undefined || each === wallet;
  tallyUnsettled(tally, unsettled, { isOf, ...bounds, marked });
  return { ...summary, printed, reasons: tally.reasons, untrackedGain };
}

type UncertainSlice = Parameters<Effects['uncertaintyOf']>[0] & { printed: Cents };

/** Copies, because a disposal may be one object that reads the next row. */
const sliceOf = (disposal: Disposal, printed: Cents): UncertainSlice => ({
  flags: disposal.flags,
  type: disposal.type,
  transactionId: disposal.transactionId,
  valueStatus: disposal.valueStatus,
  lotId: disposal.lotId,
  printed,
});

function add(sum: FormTotals, row: Omit<FormTotals, 'count'>): void {
  sum.count++;
  sum.proceeds += row.proceeds;
  sum.costBasis += row.costBasis;
  sum.adjustment += row.adjustment;
  sum.gain += row.gain;
}

const noSums = (): PrintedSums => ({
  shortTerm: totalsOf([]),
  longTerm: totalsOf([]),
  income: {
    ...(Object.fromEntries(INCOME_TYPES.map((type) => [type, 0n])) as Record<IncomeType, Cents>),
    total: 0n,
  },
});

export const nothingPrinted: Pick<StatedSummary, 'printed' | 'reasons'> = { printed: noSums(), reasons: [] };

export function jointlyPrinted(
  summaries: readonly StatedSummary[],
): Pick<StatedSummary, 'printed' | 'reasons' | 'untrackedGain'> {
  const printed = noSums();
  for (const { printed: one } of summaries) {
    for (const term of ['shortTerm', 'longTerm'] as const) {
      const { count } = one[term];
      add(printed[term], one[term]);
      printed[term].count += count - 1;
    }
    for (const type of INCOME_TYPES) printed.income[type] += one.income[type];
    printed.income.total += one.income.total;
  }
  return {
    printed,
    reasons: joinedReasons(summaries.map(({ reasons }) => reasons)),
    untrackedGain: summaries.reduce((sum, summary) => sum + untrackedGainOf(summary), 0n),
  };
}
