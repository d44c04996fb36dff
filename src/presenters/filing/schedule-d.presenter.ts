import { isPreliminaryYear } from '../../domain/engine';
import { type DigitalAssetQuestion } from '../../domain/filing';
import {
  centsText,
  reasonNames,
  type Form8949,
  scheduleD,
  type CarryoverWorksheet,
  type CollectiblesWorksheet,
  type OfficialState,
  type ReturnFacts,
  type ScheduleDRow,
} from '../../domain/forms';
import type { AssumptionsResponse } from '../shapes.dto';
import { toFormStatus } from './status.presenter';
import type {
  CarryoverResponse,
  CollectiblesResponse,
  ScheduleDLineResponse,
  ScheduleDResponse,
} from './schedule-d.shapes.dto';

interface ScheduleDFacts {
  /** As sent; the id of a portfolio. */
  address: string;
  currentYear: number;
  question: DigitalAssetQuestion;
  officialForm: OfficialState;
  notes: readonly string[];
  assumptions: AssumptionsResponse;
}

export function toScheduleD(
  form: Form8949,
  returned: ReturnFacts,
  { address, currentYear, question, officialForm, notes, assumptions }: ScheduleDFacts,
): ScheduleDResponse {
  const { year } = form;
  const schedule = scheduleD(form, returned);
  return {
    address,
    tax_year: year,
    form: 'Schedule D (Form 1040)',
    lines: schedule.rows.map(toScheduleDLine),
    carryover: schedule.carryover && toCarryover(year, schedule.carryover),
    collectibles: schedule.collectibles && toCollectibles(schedule.collectibles),
    digital_asset_question: { ...question },
    ...toFormStatus(form),
    law_status: isPreliminary(year, currentYear) ? 'PRELIMINARY' : 'FINAL',
    official_form: officialForm,
    notes: [...notes],
    assumptions,
  };
}

const toScheduleDLine = ({ line, caption, totals, gain, marks }: ScheduleDRow): ScheduleDLineResponse => ({
  line,
  caption,
  proceeds: totals && centsText(totals.proceeds),
  cost_basis: totals && centsText(totals.costBasis),
  adjustments: totals && centsText(totals.adjustment),
  gain_loss: centsText(gain),
  review: reasonNames(marks),
});

const toCarryover = (
  year: number,
  { lines, shortTerm, longTerm, isIncomeStated }: CarryoverWorksheet,
): CarryoverResponse => ({
  from_year: year,
  to_year: year + 1,
  worksheet: lines.map(centsText),
  short_term: centsText(shortTerm),
  long_term: centsText(longTerm),
  is_income_stated: isIncomeStated,
});

const toCollectibles = ({ lines, line18 }: CollectiblesWorksheet): CollectiblesResponse => ({
  worksheet: lines.map(centsText),
  line_18: line18 === null ? null : centsText(line18),
});

/** @source tax-rules 14.10 */
const isPreliminary = (year: number, currentYear: number): boolean =>
  year >= currentYear || isPreliminaryYear(year);
