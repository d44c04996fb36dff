import { centsText, nothingPrinted, untrackedGainOf, type StatedSummary } from '../domain/forms';
import { formatMoney, money } from '../domain/kernel/units';
import { toPendingStatus, toPrinted, toStatus } from './filing/status.presenter';
import type { TaxSummaryResponse } from './shapes.dto';

const NO_TERM = { gains: 0n, losses: 0n, net: 0n };
const NOTHING_YET: StatedSummary = {
  ...nothingPrinted,
  short: NO_TERM,
  long: NO_TERM,
  totalRealized: 0n,
  washSaleDisallowed: 0n,
  washSaleCount: 0,
  disposalCount: 0,
  excludedCount: 0,
  excludedBasis: 0n,
  totalProceeds: 0n,
  totalCostBasis: 0n,
  income: { airdrop: 0n, staking_reward: 0n, mining_reward: 0n, interest: 0n, other: 0n, total: 0n },
  incomeCount: 0,
  incomeExcludedCount: 0,
};

/**
 * @param given the address as sent
 * @param summary null while the numbers are still being computed: then zeros, and `pending`
 * @param historyGaps as `toHistoryGaps`. Posted rows have none
 * @source spec 2.7; api.md 2, 3
 */
export function toTaxSummary(
  given: string,
  taxYear: number | null,
  summary: StatedSummary | null,
  historyGaps: readonly string[] = [],
): TaxSummaryResponse {
  const { short, long, income, printed, reasons, ...totals } = summary ?? NOTHING_YET;
  return {
    address: given,
    tax_year: taxYear,
    total_realized_gl: formatMoney(totals.totalRealized),
    short_term_gains: formatMoney(short.gains),
    short_term_losses: formatMoney(short.losses),
    net_short_term: formatMoney(short.net),
    long_term_gains: formatMoney(long.gains),
    long_term_losses: formatMoney(long.losses),
    net_long_term: formatMoney(long.net),
    wash_sale_disallowed: formatMoney(totals.washSaleDisallowed),
    wash_sale_count: totals.washSaleCount,
    disposal_count: totals.disposalCount,
    excluded_count: totals.excludedCount,
    excluded_basis: formatMoney(totals.excludedBasis),
    income_excluded_count: totals.incomeExcludedCount,
    ...toUntracked(summary),
    total_proceeds: formatMoney(totals.totalProceeds),
    total_cost_basis: formatMoney(totals.totalCostBasis),
    income: {
      airdrop: formatMoney(income.airdrop),
      staking_reward: formatMoney(income.staking_reward),
      mining_reward: formatMoney(income.mining_reward),
      interest: formatMoney(income.interest),
      other: formatMoney(income.other),
      total: formatMoney(income.total),
    },
    printed: toPrinted(printed),
    ...(summary === null ? toPendingStatus() : toStatus(reasons, historyGaps)),
    ...(summary === null && { pending: true as const }),
  };
}

/** Nothing is assumed but that units cost no less than what is known of it, and no more than they were sold for. */
function toUntracked(summary: StatedSummary | null) {
  const { totalRealized: high, reasons } = summary ?? NOTHING_YET;
  const { count = 0, amount = null } = reasons.find(({ mark }) => mark === 'unknown_basis') ?? {};
  const low = summary && high - untrackedGainOf(summary);
  return {
    untracked_count: count,
    untracked_proceeds: formatMoney(money(centsText(amount ?? 0n))),
    realized_gl_range: low === null ? null : { low: formatMoney(low), high: formatMoney(high) },
  };
}
