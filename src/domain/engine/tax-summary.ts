import { yearBounds } from '../kernel/calendar';
import type { Money } from '../kernel/units';
import { eachDisposal } from './book-ledger';
import { isGainlessType } from './outflow';
import type { Disposal, Ledger } from './lot';
import { INCOME_TYPES, type IncomeType } from './transaction';

export interface TermTotals {
  /** Sum of the slices that gained. */
  gains: Money;
  /** Sum of the slices that lost, after wash sales, as a positive number. */
  losses: Money;
  net: Money;
}

export interface TaxSummary {
  short: TermTotals;
  long: TermTotals;
  /** net short + net long, after wash sales. */
  totalRealized: Money;
  washSaleDisallowed: Money;
  /** Loss slices touched. */
  washSaleCount: number;
  /** Slices; gifts, donations, lost and stolen left out. */
  disposalCount: number;
  totalProceeds: Money;
  totalCostBasis: Money;
  income: Record<IncomeType, Money> & { total: Money };
  incomeCount: number;
}

export interface SummaryFilter {
  /** Address value; all wallets without it. */
  wallet?: string;
  /** By date of disposal, income by receipt; all years without it. */
  year?: number;
  timezone: string;
}

/** Spec 2.7 in numbers. @source tax-rules 14.4, 14.5, 11.8 */
export function taxSummary(ledger: Ledger, filter: SummaryFilter): TaxSummary {
  const isWithin = within(filter);
  const isEverything = filter.wallet === undefined && filter.year === undefined;
  const summary = emptySummary();
  const { short, long } = summary;
  eachDisposal(ledger, (disposal) => {
    if (isGainlessType(disposal.type)) return;
    if (!isEverything && !isWithin(disposal.wallet, disposal.disposedAt)) return;
    addDisposal(summary, disposal.isLongTerm ? long : short, disposal);
  });
  for (const { wallet, receivedAt, type, fairMarketValue } of ledger.income) {
    if (!isWithin(wallet, receivedAt)) continue;
    summary.income[type] += fairMarketValue;
    summary.income.total += fairMarketValue;
    summary.incomeCount++;
  }
  for (const term of [short, long]) term.net = term.gains - term.losses;
  summary.totalRealized = short.net + long.net;
  summary.totalProceeds = summary.totalCostBasis + summary.totalRealized - summary.washSaleDisallowed;
  return summary;
}

/** Whether something that happened in a wallet belongs to what is asked for. */
export function within(filter: SummaryFilter): (wallet: string, at: number) => boolean {
  const { wallet: only, year, timezone } = filter;
  const { from, until } =
    year === undefined ? { from: -Infinity, until: Infinity } : yearBounds(year, timezone);
  return (wallet, at) => at >= from && at < until && (only === undefined || wallet === only);
}

/** Proceeds follow from basis and gain, once, at the end. */
function addDisposal(summary: TaxSummary, term: TermTotals, disposal: Disposal): void {
  const { costBasis, washSaleDisallowed } = disposal;
  let gain = disposal.proceeds - costBasis;
  if (washSaleDisallowed !== 0n) {
    gain += washSaleDisallowed;
    summary.washSaleDisallowed += washSaleDisallowed;
    summary.washSaleCount++;
  }
  if (gain > 0n) term.gains += gain;
  else term.losses -= gain;
  summary.disposalCount++;
  summary.totalCostBasis += costBasis;
}

const noTotals = (): TermTotals => ({ gains: 0n, losses: 0n, net: 0n });

function emptySummary(): TaxSummary {
  const income = Object.fromEntries(INCOME_TYPES.map((type) => [type, 0n])) as Record<IncomeType, Money>;
  return {
    short: noTotals(),
    long: noTotals(),
    totalRealized: 0n,
    washSaleDisallowed: 0n,
    washSaleCount: 0,
    disposalCount: 0,
    totalProceeds: 0n,
    totalCostBasis: 0n,
    income: { ...income, total: 0n },
    incomeCount: 0,
  };
}
