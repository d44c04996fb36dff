import { unpackForm, type PackedForm } from '../../common/packed-form';
import { form8949Txf, rowsOf, type Form8949 } from '../../domain/forms';
import type { ComputeTask } from '../../ports/work/compute';
import { form8949Csv, formNotes, turboTaxCsv } from '../../presenters/csv/form-8949.csv';
import { drakeCsv, taxActCsv } from '../../presenters/csv/preparers.csv';
import { toForm8949, type FormFacts } from '../../presenters/form-8949.presenter';

export const PROGRAM = 'Cost Basis Service';

/** JSON states the basis of the form, and `notes` about the history. */
export type TextFormat =
  | { name: 'csv' | 'turbotax' | 'drake' | 'taxact' | 'txf' | 'notes' }
  | { name: 'json'; facts: FormFacts; notes: object };

export interface FormFileInput extends PackedForm {
  format: TextFormat;
  /** ms UTC */
  madeAt: number;
}

/** Form 8949 -> the bytes of a text file, in UTF-8. */
export const task: ComputeTask<FormFileInput, Uint8Array> = {
  name: 'form_file',
  file: __filename,
  run: (input) => new TextEncoder().encode(textOf(unpackForm(input), input)),
};

function textOf(form: Form8949, { format, madeAt }: FormFileInput): string {
  switch (format.name) {
    case 'csv':
      return form8949Csv(form);
    case 'turbotax':
      return turboTaxCsv(form);
    case 'drake':
      return drakeCsv(form);
    case 'taxact':
      return taxActCsv(form);
    case 'notes':
      return formNotes(form);
    case 'txf':
      return form8949Txf(form, { program: PROGRAM, writtenAt: madeAt });
    case 'json':
      return JSON.stringify({ ...toForm8949(form, rowsOf(form), format.facts), ...format.notes });
  }
}
