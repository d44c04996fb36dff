import { unpackForm, unpackSchedule, type PackedForm, type PackedSchedule } from '../../common/packed-form';
import type { PrintedForms } from '../../ports/form-printer';
import type { ComputeTask } from '../../ports/work/compute';
import { printForms } from './print-forms';

/** Forms whose rows are packed. */
export interface PrintInput {
  form8949?: PackedForm;
  schedule1?: PackedSchedule;
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
    schedule1: second && unpackSchedule(second),
    gaps,
    reportId,
  };
}
