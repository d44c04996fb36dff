import { unpackForm, type PackedForm } from '../../../common/packed-form';
import { unpackRows } from '../../../common/row-batches';
import { filingFigures } from '../../../domain/filing';
import type { ReportedForm } from '../../../domain/forms';
import { finished } from '../../../domain/kernel/slices';
import { toFiling } from '../../../presenters/filing/filing.presenter';
import { answerOf, type AnswerFacts } from '../../../presenters/forms/answers';
import type { LotResponse } from '../../../presenters/shapes.dto';
import type { ComputeTask } from '../../../ports/work/compute';
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
  facts: AnswerFacts;
  forms: readonly PackedForm<ReportedForm>[];
  /** `LotResponse`, packed. */
  lots: Uint8Array[] | null;
  /** `WashSaleResponse`, packed. */
  washSales: Uint8Array[] | null;
  reconciliation: ReconciliationResponse | null;
  /** Forms of the whole year, for the figures. */
  filedForm8949: PackedForm<'form_8949'>;
  filedSchedule1: PackedForm<'schedule_1'>;
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
    const form8949 = unpackForm(input.filedForm8949).content;
    const schedule1 = unpackForm(input.filedSchedule1).content;
    const filing = toFiling(finished(filingFigures({ form8949, schedule1 })));
    return {
      report: encoded(input.layout === 'figures' ? '' : textOf(input, filing)),
      filing: encoded(JSON.stringify(filing)),
    };
  },
};

function textOf(input: FrozenReportInput, filing: FrozenReport['filing']): string {
  const { head, tail, facts, lots, washSales, reconciliation, layout } = input;
  const forms = input.forms.map((packed) => {
    const made = unpackForm(packed);
    return [made.form, answerOf(made, facts)];
  });
  const report: FrozenReport = {
    ...head,
    ...(Object.fromEntries(forms) as Pick<FrozenReport, ReportedForm>),
    ...(lots && { lots: unpackRows<LotResponse>(lots) }),
    ...(washSales && { wash_sales: unpackRows<WashSaleResponse>(washSales) }),
    ...(reconciliation && { reconciliation }),
    filing,
    ...tail,
  };
  return JSON.stringify(report, null, layout === 'indented' ? 2 : undefined);
}

const encoded = (text: string): Uint8Array => new TextEncoder().encode(text);
