import {
  centsText,
  incomeLine,
  schedule1Lines,
  type Form8949,
  type FormTotals,
  type Schedule1,
  type Schedule1Lines,
  type StatedSummary,
} from '../../domain/forms';
import { toFormStatus } from '../filing/status.presenter';
import { toTotals, type FormFacts } from './form-8949.presenter';
import { toLimit } from '../sync-status.presenter';
import { toIncome } from '../income.presenter';
import { toTaxSummary } from '../tax-summary.presenter';
import type {
  ExportSummaryResponse,
  ExportTermResponse,
  Schedule1Response,
  Schedule1SummaryResponse,
} from './schedule-1.shapes.dto';

/** @source api.md 1.4 (Get Schedule 1 ordinary income summary) */
export function toSchedule1Summary(
  schedule: Schedule1,
  { address, assumptions }: Pick<FormFacts, 'address' | 'assumptions'>,
): Schedule1SummaryResponse {
  const lines = schedule1Lines({ ...schedule, rows: [] });
  return {
    address,
    tax_year: schedule.year,
    form: 'Schedule 1 (Form 1040)',
    by_type: toByType(lines),
    line: incomeLine(schedule.year, 'other'),
    line_8v_total: centsText(lines.line8vTotal),
    schedule_c_total: centsText(lines.scheduleCTotal),
    schedule_b_interest_total: centsText(lines.scheduleBInterestTotal),
    total: centsText(lines.total),
    count: schedule.count,
    excluded_count: schedule.excludedCount,
    ...toFormStatus(schedule),
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
): Schedule1Response {
  const { assumptions, ...summary } = toSchedule1Summary(schedule, facts);
  return {
    ...summary,
    rows: rows.map((income) => toIncome(income, facts.tokenKeys)),
    ...toLimit({ ...facts.window, isLimited: schedule.isLimited }),
    rows_omitted: schedule.rowsOmitted,
    assumptions,
  };
}

const toByType = ({ byType }: Pick<Schedule1Lines, 'byType'>): Schedule1SummaryResponse['by_type'] => ({
  airdrop: centsText(byType.airdrop),
  staking_reward: centsText(byType.staking_reward),
  mining_reward: centsText(byType.mining_reward),
  interest: centsText(byType.interest),
  other: centsText(byType.other),
});

/** @source api.md 1.4 (Get tax export summary) */
export function toExportSummary(
  address: string,
  form: Form8949,
  summary: StatedSummary,
  {
    years,
    formats,
    assumptions,
  }: { years: number[]; formats: readonly string[] } & Pick<FormFacts, 'assumptions'>,
): ExportSummaryResponse {
  return {
    address,
    tax_year: form.year,
    short_term: toTerm(form.shortTerm),
    long_term: toTerm(form.longTerm),
    income: toTaxSummary(address, form.year, summary).income,
    row_count: form.rowCount + form.rowsOmitted,
    untracked_count: form.untrackedCount,
    excluded_count: form.excludedCount,
    excluded_basis: centsText(form.excludedBasis),
    available_years: years,
    formats: [...formats],
    ...toFormStatus(form),
    assumptions,
  };
}

const toTerm = (totals: FormTotals): ExportTermResponse => ({ count: totals.count, ...toTotals(totals) });
