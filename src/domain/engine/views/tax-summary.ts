import { yearBounds } from '../../kernel/calendar';
import { finished, type Sliced } from '../../kernel/slices';
import type { Money } from '../../kernel/units';
import { ReplayLedger } from '../replay/replay-ledger';
import type { Disposal, Ledger } from '../model/lot';
import { ALWAYS, sumDisposals, type Period, type TermSums } from '../replay/slice-sums';
import { INCOME_TYPES, type IncomeType } from '../model/transaction';

export interface TermTotals extends TermSums {
  net: Money;
}

export interface TaxSummary {
  short: TermTotals;
  long: TermTotals;
  /** Net short + net long, after wash sales. */
  totalRealized: Money;
  washSaleDisallowed: Money;
  washSaleCount: number;
  /** Slices, without gifts, donations, lost and stolen units. */
  disposalCount: number;
  /** Slices that wait for a value, and their basis. No total includes them. */
  excludedCount: number;
  excludedBasis: Money;
  totalProceeds: Money;
  totalCostBasis: Money;
  income: Record<IncomeType, Money> & { total: Money };
  incomeCount: number;
  /** Receipts that wait for a value. They are in `incomeCount` and in no amount. */
  incomeExcludedCount: number;
}

export interface SummaryFilter {
  /** Address value. Absent: all wallets. */
  wallet?: string;
  /** By date of disposal, income by receipt. Absent: all years. */
  year?: number;
  timezone: string;
}

export function* recordingDisposals(ledger: Ledger): Sliced<readonly Disposal[]> {
  if (ledger instanceof ReplayLedger) yield* ledger.recording();
  return ledger.disposals;
}

/** A replay yields the same object each time, valid until the next one: a wallet can have a hundred thousand. */
export function* eachDisposal(ledger: Ledger, filter: SummaryFilter): Generator<Disposal> {
  const isWithin = within(filter);
  const some = ledger instanceof ReplayLedger ? ledger.each(periodOf(filter)) : ledger.disposals;
  for (const disposal of some) if (isWithin(disposal.wallet, disposal.disposedAt)) yield disposal;
}

/** @source spec 2.7; tax-rules 14.4, 14.5, 11.8 */
export const taxSummary = (ledger: Ledger, filter: SummaryFilter): TaxSummary =>
  finished(summingTax(ledger, filter));

export function* summingTax(ledger: Ledger, filter: SummaryFilter): Sliced<TaxSummary> {
  const isWithin = within(filter);
  const sums =
    ledger instanceof ReplayLedger
      ? yield* ledger.summing(filter.wallet ?? null, periodOf(filter))
      : sumDisposals(ledger.disposals, isWithin);
  const short = termOf(sums.short);
  const long = termOf(sums.long);
  const totalRealized = short.net + long.net;
  return {
    short,
    long,
    totalRealized,
    washSaleDisallowed: sums.disallowed,
    washSaleCount: sums.washed,
    disposalCount: sums.count,
    excludedCount: sums.excluded,
    excludedBasis: sums.excludedBasis,
    totalProceeds: sums.proceeds,
    totalCostBasis: sums.proceeds - totalRealized + sums.disallowed,
    ...incomeOf(ledger, isWithin),
  };
}

const termOf = ({ gains, losses }: TermSums): TermTotals => ({ gains, losses, net: gains - losses });

type IncomeFigures = Pick<TaxSummary, 'income' | 'incomeCount' | 'incomeExcludedCount'>;

function incomeOf(ledger: Ledger, isWithin: Within): IncomeFigures {
  const income = { ...noIncome(), total: 0n };
  let incomeCount = 0;
  let incomeExcludedCount = 0;
  for (const { wallet, receivedAt, type, fairMarketValue, valueStatus } of ledger.income) {
    if (!isWithin(wallet, receivedAt)) continue;
    if (valueStatus === 'missing') incomeExcludedCount++;
    income[type] += fairMarketValue;
    income.total += fairMarketValue;
    incomeCount++;
  }
  return { income, incomeCount, incomeExcludedCount };
}

const noIncome = (): Record<IncomeType, Money> =>
  Object.fromEntries(INCOME_TYPES.map((type) => [type, 0n])) as Record<IncomeType, Money>;

const periodOf = ({ year, timezone }: SummaryFilter): Period =>
  year === undefined ? ALWAYS : yearBounds(year, timezone);

type Within = (wallet: string, at: number) => boolean;

export function within(filter: SummaryFilter): Within {
  const { wallet: only } = filter;
  const { from, until } = periodOf(filter);
  return (wallet, at) => at >= from && at < until && (only === undefined || wallet === only);
}
