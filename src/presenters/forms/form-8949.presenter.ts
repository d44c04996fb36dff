import { isPreliminaryYear, type MethodName } from '../../domain/engine';
import {
  centsText,
  FORM_FLAGS,
  marksOf,
  reasonNames,
  type Form8949,
  type FormRow,
  type FormTotals,
  type OfficialState,
} from '../../domain/forms';
import type { PlanWindow } from '../../domain/access/plan-window';

import { toFormStatus } from '../filing/status.presenter';
import { toLimit } from '../sync-status.presenter';
import type { Form8949Response, Form8949RowResponse, Form8949TotalsResponse } from './form-8949.shapes.dto';
import type { AssumptionsResponse } from '../shapes.dto';

const DISCLAIMER =
  'Prepared from on-chain data under the stated assumptions; not tax advice. Check it before you file.';

export interface FormFacts {
  address: string;
  method: MethodName;
  assumptions: AssumptionsResponse;
  window: Pick<PlanWindow, 'limit' | 'total'>;
  /** Absent in a generated report, which does not change when a form is installed. */
  officialForm?: OfficialState;
}

/** @param rows of the page; a section without any keeps its totals @source api.md 2, Form8949 */
export function toForm8949(form: Form8949, rows: readonly FormRow[], facts: FormFacts): Form8949Response {
  const { address, method, assumptions, window, officialForm } = facts;
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
    ...toFormStatus(form),
    is_preliminary: isPreliminaryYear(form.year),
    needs_value: form.needsValue.map(toRow),
    excluded_count: form.excludedCount,
    excluded_basis: centsText(form.excludedBasis),
    row_count: form.rowCount,
    untracked_count: form.untrackedCount,
    wash_sales_applied: assumptions.wash_sales,
    ...toLimit({ ...window, isLimited: form.isLimited }),
    rows_omitted: form.rowsOmitted,
    ...(officialForm !== undefined && { official_form: officialForm }),
    assumptions,
    disclaimer: DISCLAIMER,
  };
}

const toRow = (row: FormRow): Form8949RowResponse => ({
  description: row.description,
  // A word of the column is no date.
  date_acquired: /^\d/.test(row.dateAcquired) ? row.dateAcquired : null,
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
  value_status: row.valueStatus,
  flags: row.flags.map((flag) => FORM_FLAGS[flag]),
  review: reasonNames(marksOf(row)),
});

export const toTotals = ({ proceeds, costBasis, adjustment, gain }: FormTotals): Form8949TotalsResponse => ({
  proceeds: centsText(proceeds),
  cost_basis: centsText(costBasis),
  adjustments: centsText(adjustment),
  gain_loss: centsText(gain),
});
