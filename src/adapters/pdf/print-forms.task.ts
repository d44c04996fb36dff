import { unpackRows } from '../../common/row-batches';
import type { Form8949, FormRow, Schedule1 } from '../../domain/forms';
import type { Income } from '../../domain/engine';
import type { PrintedForms } from '../../ports/form-printer';
import type { ComputeTask } from '../../ports/work/compute';
import { printForms } from './print-forms';

/** A form without its rows, and the rows, packed. */
export interface PrintInput {
  form8949?: { form: Form8949; sections: Uint8Array[][]; needsValue: Uint8Array[] };
  schedule1?: { schedule: Schedule1; rows: Uint8Array[] };
  gaps?: readonly string[];
  reportId?: string;
  madeAt: number;
}

/** Tax forms -> the bytes of a PDF. */
export const task: ComputeTask<PrintInput, Uint8Array> = {
  name: 'printed_forms',
  file: __filename,
  run: (input) => printForms(unpacked(input), input.madeAt),
};

function unpacked({ form8949: first, schedule1: second, gaps, reportId }: PrintInput): PrintedForms {
  return {
    form8949: first && {
      ...first.form,
      sections: first.form.sections.map((section, i) => ({
        ...section,
        rows: unpackRows<FormRow>(first.sections[i] ?? []),
      })),
      needsValue: unpackRows<FormRow>(first.needsValue),
    },
    schedule1: second && { ...second.schedule, rows: unpackRows<Income>(second.rows) },
    gaps,
    reportId,
  };
}
