import { unpackForm, type PackedForm } from '../../common/packed-form';
import { rulesOf } from '../../domain/forms';
import type { ComputeTask } from '../../ports/work/compute';
import { answerOf, type AnswerFacts } from '../../presenters/forms/answers';

export const PROGRAM = 'Cost Basis Service';

/** JSON states the basis of the form, and `notes` about the history. */
export interface JsonBasis {
  facts: AnswerFacts;
  notes: object;
}

export interface FormFileInput extends PackedForm {
  format: string;
  /** Absent for other formats. */
  json?: JsonBasis;
  /** ms UTC */
  madeAt: number;
}

/** A form -> the bytes of a text file, in UTF-8. */
export const task: ComputeTask<FormFileInput, Uint8Array> = {
  name: 'form_file',
  file: __filename,
  run: (input) => new TextEncoder().encode(textOf(input)),
};

function textOf({ format, json, madeAt, ...packed }: FormFileInput): string {
  const made = unpackForm(packed);
  if (json) return JSON.stringify({ ...answerOf(made, json.facts), ...json.notes });
  const file = rulesOf(made).files[format];
  if (!file?.text) throw new RangeError(`${format} is no text file of the form`);
  return file.text(made.content, { program: PROGRAM, writtenAt: madeAt });
}
