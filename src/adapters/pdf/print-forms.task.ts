import { unpackForm, type PackedForm } from '../../common/packed-form';
import type { PrintedForms } from '../../ports/form-printer';
import type { ComputeTask } from '../../ports/work/compute';
import { printForms } from './print-forms';

export interface PrintInput extends Omit<PrintedForms, 'forms'> {
  packed: readonly PackedForm[];
  madeAt: number;
}

export const task: ComputeTask<PrintInput, Uint8Array> = {
  name: 'printed_forms',
  file: __filename,
  run: ({ packed, madeAt, ...rest }) => printForms({ ...rest, forms: packed.map(unpackForm) }, madeAt),
};
