import { INCOME_TYPES, type TermTotals } from '../engine';
import { jointlyPrinted, type StatedSummary } from '../forms';

/** For wallets of one owner. Exact: every amount is a sum of the same slices. */
export function jointSummary(summaries: readonly StatedSummary[]): StatedSummary {
  const money = (of: (summary: StatedSummary) => bigint): bigint =>
    summaries.reduce((sum, summary) => sum + of(summary), 0n);
  const count = (of: (summary: StatedSummary) => number): number =>
    summaries.reduce((sum, summary) => sum + of(summary), 0);
  const term = (of: (summary: StatedSummary) => TermTotals): TermTotals => ({
    gains: money((summary) => of(summary).gains),
    losses: money((summary) => of(summary).losses),
    net: money((summary) => of(summary).net),
  });
  const income = INCOME_TYPES.map((type) => [type, money((summary) => summary.income[type])] as const);
  return {
    short: term(({ short }) => short),
    long: term(({ long }) => long),
    totalRealized: money(({ totalRealized }) => totalRealized),
    washSaleDisallowed: money(({ washSaleDisallowed }) => washSaleDisallowed),
    washSaleCount: count(({ washSaleCount }) => washSaleCount),
    disposalCount: count(({ disposalCount }) => disposalCount),
    excludedCount: count(({ excludedCount }) => excludedCount),
    excludedBasis: money(({ excludedBasis }) => excludedBasis),
    totalProceeds: money(({ totalProceeds }) => totalProceeds),
    totalCostBasis: money(({ totalCostBasis }) => totalCostBasis),
    income: {
      ...(Object.fromEntries(income) as Record<(typeof INCOME_TYPES)[number], bigint>),
      total: money((summary) => summary.income.total),
    },
    incomeCount: count(({ incomeCount }) => incomeCount),
    incomeExcludedCount: count(({ incomeExcludedCount }) => incomeExcludedCount),
    ...jointlyPrinted(summaries),
  };
}
