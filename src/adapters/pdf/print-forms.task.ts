import { unpackForm, unpackSchedule, type PackedForm, type PackedSchedule } from '../../common/packed-form';
import type { PrintedForms } from '../../ports/form-printer';
import type { ComputeTask } from '../../ports/work/compute';
import { printForms } from './print-forms';

export interface PrintInput extends Omit<PrintedForms, 'form8949' | 'schedule1'> {
  form8949?: PackedForm;
  schedule1?: PackedSchedule;
  madeAt: number;
}

export const task: ComputeTask<PrintInput, Uint8Array> = {
  name: 'printed_forms',
  file: __filename,
  run: ({ form8949: first, schedule1: second, madeAt, ...rest }) =>
    printForms(
      { ...rest, form8949: first && unpackForm(first), schedule1: second && unpackSchedule(second) },
      madeAt,
    ),
};
