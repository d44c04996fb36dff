import { packForm, sizeOf, type PackedForm } from '../../common/packed-form';
import { rulesOf, type OfficialForm } from '../../domain/forms';
import { AppError } from '../../domain/kernel/errors';
import { FormPrinter, type Letter, type OfficialPrint, type PrintedForms } from '../../ports/form-printer';
import type { Compute, ComputeCaller } from '../../ports/work/compute';
import type { InstalledForms } from './official/installed-forms';
import { task as officialForm } from './official/official-form.task';
import { task as lettersTask } from './print-letters.task';
import { task } from './print-forms.task';

/** A thread is free for others after some letters. */
const LETTERS_A_TASK = 100;

export class ThreadFormPrinter extends FormPrinter {
  constructor(
    private readonly compute: Compute,
    private readonly installed: InstalledForms,
  ) {
    super();
  }

  override async print(
    { forms = [], ...rest }: PrintedForms,
    madeAt: number,
    caller: ComputeCaller,
  ): Promise<Uint8Array> {
    const packed: PackedForm[] = [];
    for (const made of forms) packed.push(await packForm(made, caller.signal));
    const size = forms.reduce((sum, made) => sum + sizeOf(made), 0);
    return this.compute.run(task, { ...rest, packed, madeAt }, { ...caller, size });
  }

  override async printLetters(
    letters: readonly Letter[],
    madeAt: number,
    caller: ComputeCaller,
  ): Promise<Uint8Array[]> {
    const printed: Uint8Array[] = [];
    for (let from = 0; from < letters.length; from += LETTERS_A_TASK) {
      const some = letters.slice(from, from + LETTERS_A_TASK);
      const input = { letters: some, madeAt };
      printed.push(...(await this.compute.run(lettersTask, input, { ...caller, size: some.length })));
    }
    return printed;
  }

  override async hasOfficial(form: OfficialForm, year: number): Promise<boolean> {
    return (await this.installed.entryOf({ form, year })) !== null;
  }

  override async printOfficial(
    { made, ...rest }: OfficialPrint,
    madeAt: number,
    caller: ComputeCaller,
  ): Promise<Uint8Array> {
    const { official, yearOf } = rulesOf(made);
    if (!official) throw new RangeError('The form is never filled as the official one');
    const template = await this.template(official.form, yearOf(made.content));
    const packed = await packForm(made, caller.signal);
    return this.compute.run(
      officialForm,
      { ...rest, template, madeAt, packed },
      { ...caller, size: sizeOf(made) },
    );
  }

  private async template(form: OfficialForm, year: number): Promise<Uint8Array> {
    const template = await this.installed.read({ form, year });
    if (template !== null) return template;
    throw new AppError('CONFIGURATION_ERROR', { reason: 'official_form_missing', form, tax_year: year });
  }
}
