import { unpackForm, type PackedForm } from '../../common/packed-form';
import { unpackRows } from '../../common/row-batches';
import type { Schedule1 } from '../../domain/forms';
import type { Income } from '../../domain/engine';
import type { PrintedForms } from '../../ports/form-printer';
import type { ComputeTask } from '../../ports/work/compute';
import { printForms } from './print-forms';

/** A form without its rows, and the rows, packed. */
export interface PrintInput {
  form8949?: PackedForm;
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
    form8949: first && unpackForm(first),
    schedule1: second && { ...second.schedule, rows: unpackRows<Income>(second.rows) },
    gaps,
    reportId,
  };
}
