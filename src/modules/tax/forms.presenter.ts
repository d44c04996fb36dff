import type { TaxSummary } from '../../domain/engine';
import { centsText, type Form8949, type FormRow, type FormTotals, type Schedule1 } from '../../domain/forms';
import { formatMoney } from '../../domain/kernel/units';
import type { PlanWindow } from '../../domain/plans/plan-window';
import { toIncome } from '../../http/presenters/income.presenter';
import type { AssumptionsBody } from '../../http/presenters/shapes.dto';
import { toTaxSummary } from '../../http/presenters/tax-summary.presenter';
import type {
  ExportSummaryBody,
  ExportTermBody,
  Form8949Body,
  Form8949RowBody,
  Form8949TotalsBody,
  Schedule1Body,
  Schedule1SummaryBody,
} from './forms.shapes.dto';

const DISCLAIMER =
  'Prepared from on-chain data under the stated assumptions; not tax advice. Check it before you file.';

/** What a form does not know about itself. */
export interface FormFacts {
  address: string;
  method: string;
  assumptions: AssumptionsBody;
  window: Pick<PlanWindow, 'limit' | 'total'>;
}

/**
 * @param rows those of the page; a section none of which is on it keeps its totals
 * @source api.md 2, Form8949
 */
export function toForm8949(form: Form8949, rows: readonly FormRow[], facts: FormFacts): Form8949Body {
  const { address, method, assumptions, window } = facts;
  const shown = new Set(rows);
  return {
    address,
    tax_year: form.year,
    form: 'Form 8949',
    method,
    timezone: form.timezone,
    parts: form.sections.map(({ part, box, rows: all, totals }) => ({
      part,
      box,
      rows: all.filter((row) => shown.has(row)).map(toRow),
      totals: toTotals(totals),
    })),
    totals: { short_term: toTotals(form.shortTerm), long_term: toTotals(form.longTerm) },
    row_count: form.rowCount,
    untracked_count: form.untrackedCount,
    wash_sales_applied: assumptions.wash_sales,
    is_limited: form.isLimited,
    tx_limit: window.limit,
    tx_total: window.total,
    rows_omitted: form.rowsOmitted,
    assumptions,
    disclaimer: DISCLAIMER,
  };
}

const toRow = (row: FormRow): Form8949RowBody => ({
  description: row.description,
  date_acquired: row.dateAcquired,
  date_sold: row.dateSold,
  proceeds: centsText(row.proceeds),
  cost_basis: centsText(row.costBasis),
  adjustment_code: row.adjustmentCode,
  adjustment_amount: centsText(row.adjustment),
  gain_loss: centsText(row.gain),
  box: row.box,
  symbol: row.symbol,
  chain: row.chain,
  quantity: row.quantity,
  lot_id: row.lotId,
  disposal_id: row.disposalId,
  tx_hash: row.txHash,
  is_untracked: row.isUntracked,
});

const toTotals = ({ proceeds, costBasis, adjustment, gain }: FormTotals): Form8949TotalsBody => ({
  proceeds: centsText(proceeds),
  cost_basis: centsText(costBasis),
  adjustments: centsText(adjustment),
  gain_loss: centsText(gain),
});

/** @source api.md 1.4 (Get Schedule 1 ordinary income summary) */
export function toSchedule1Summary(
  schedule: Schedule1,
  { address, assumptions }: Pick<FormFacts, 'address' | 'assumptions'>,
): Schedule1SummaryBody {
  return {
    address,
    tax_year: schedule.year,
    form: 'Schedule 1 (Form 1040)',
    by_type: toByType(schedule),
    line_8v_total: formatMoney(schedule.line8vTotal),
    schedule_b_interest_total: formatMoney(schedule.scheduleBInterestTotal),
    total: formatMoney(schedule.total),
    count: schedule.count,
    assumptions,
  };
}

/**
 * @param rows those of the page
 * @source api.md 2, Schedule1
 */
export function toSchedule1(
  schedule: Schedule1,
  rows: Schedule1['rows'],
  facts: FormFacts & { tokenKeys: ReadonlyMap<string, string> },
): Schedule1Body {
  const { assumptions, ...summary } = toSchedule1Summary(schedule, facts);
  return {
    ...summary,
    rows: rows.map((income) => toIncome(income, facts.tokenKeys)),
    is_limited: schedule.isLimited,
    tx_limit: facts.window.limit,
    tx_total: facts.window.total,
    rows_omitted: schedule.rowsOmitted,
    assumptions,
  };
}

const toByType = ({ byType }: Schedule1): Schedule1SummaryBody['by_type'] => ({
  airdrop: formatMoney(byType.airdrop),
  staking_reward: formatMoney(byType.staking_reward),
  mining_reward: formatMoney(byType.mining_reward),
  interest: formatMoney(byType.interest),
  other: formatMoney(byType.other),
});

/** @source api.md 1.4 (Get tax export summary) */
export function toExportSummary(
  address: string,
  form: Form8949,
  summary: TaxSummary,
  { years, formats }: { years: number[]; formats: readonly string[] },
): ExportSummaryBody {
  return {
    address,
    tax_year: form.year,
    short_term: toTerm(form.shortTerm),
    long_term: toTerm(form.longTerm),
    income: toTaxSummary(address, form.year, summary).income,
    row_count: form.rowCount + form.rowsOmitted,
    untracked_count: form.untrackedCount,
    available_years: years,
    formats: [...formats],
  };
}

const toTerm = (totals: FormTotals): ExportTermBody => ({ count: totals.count, ...toTotals(totals) });
