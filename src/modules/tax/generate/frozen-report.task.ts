import {
  unpackForm,
  unpackSchedule,
  type PackedForm,
  type PackedSchedule,
} from '../../../common/packed-form';
import { unpackRows } from '../../../common/row-batches';
import { filingFigures } from '../../../domain/filing';
import { rowsOf } from '../../../domain/forms';
import { finished } from '../../../domain/kernel/slices';
import { toFiling } from '../../../presenters/filing/filing.presenter';
import { toForm8949, type FormFacts } from '../../../presenters/form-8949.presenter';
import type { LotResponse } from '../../../presenters/shapes.dto';
import type { ComputeTask } from '../../../ports/work/compute';
import { toSchedule1 } from '../reports/forms.presenter';
import type { ReconciliationResponse, WashSaleResponse } from '../tax.shapes.dto';
import type { FrozenReport } from './generate.shapes.dto';

type HeadField =
  'report_id' | 'input_hash' | 'engine_version' | 'address' | 'tax_year' | 'generated_at' | 'summary';
type TailField = 'assumptions' | 'history' | 'is_limited' | 'tx_limit' | 'tx_total';

/** A report, its long lists packed. A part is null when the report has none. */
export interface FrozenReportInput {
  /** The fields before the lists, in the order of the text. */
  head: Pick<FrozenReport, HeadField>;
  /** The fields after the lists. */
  tail: Pick<FrozenReport, TailField>;
  facts: FormFacts & { tokenKeys: ReadonlyMap<string, string> };
  form8949: PackedForm | null;
  schedule1: PackedSchedule | null;
  /** `LotResponse`, packed. */
  lots: Uint8Array[] | null;
  /** `WashSaleResponse`, packed. */
  washSales: Uint8Array[] | null;
  reconciliation: ReconciliationResponse | null;
  /** Forms of the whole year, for the figures. */
  filedForm8949: PackedForm;
  filedSchedule1: PackedSchedule;
  /** `figures`: the report itself is not written. */
  layout: 'compact' | 'indented' | 'figures';
}

/** JSON in UTF-8. */
export interface WrittenReport {
  /** A `FrozenReport`; empty for figures only. */
  report: Uint8Array;
  /** A `FilingResponse`. */
  filing: Uint8Array;
}

/** Writes a report of one year, and the figures of the year. */
export const task: ComputeTask<FrozenReportInput, WrittenReport> = {
  name: 'frozen_report',
  file: __filename,
  run: (input) => {
    const form8949 = unpackForm(input.filedForm8949);
    const schedule1 = unpackSchedule(input.filedSchedule1);
    const filing = toFiling(finished(filingFigures({ form8949, schedule1 })));
    return {
      report: encoded(input.layout === 'figures' ? '' : textOf(input, filing)),
      filing: encoded(JSON.stringify(filing)),
    };
  },
};

function textOf(input: FrozenReportInput, filing: FrozenReport['filing']): string {
  const { head, tail, facts, lots, washSales, reconciliation, layout } = input;
  const form = input.form8949 && unpackForm(input.form8949);
  const schedule = input.schedule1 && unpackSchedule(input.schedule1);
  const report: FrozenReport = {
    ...head,
    ...(form && { form_8949: toForm8949(form, rowsOf(form), facts) }),
    ...(schedule && { schedule_1: toSchedule1(schedule, schedule.rows, facts) }),
    ...(lots && { lots: unpackRows<LotResponse>(lots) }),
    ...(washSales && { wash_sales: unpackRows<WashSaleResponse>(washSales) }),
    ...(reconciliation && { reconciliation }),
    filing,
    ...tail,
  };
  return JSON.stringify(report, null, layout === 'indented' ? 2 : undefined);
}

const encoded = (text: string): Uint8Array => new TextEncoder().encode(text);
