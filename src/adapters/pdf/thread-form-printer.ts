import { packForm, packSchedule } from '../../common/packed-form';
import type { OfficialForm } from '../../domain/filing';
import { AppError } from '../../domain/kernel/errors';
import { FormPrinter, type Letter, type OfficialPrint, type PrintedForms } from '../../ports/form-printer';
import type { Compute, ComputeCaller } from '../../ports/work/compute';
import type { InstalledForms } from './official/installed-forms';
import { task as officialForm } from './official/official-form.task';
import { task as lettersTask } from './print-letters.task';
import { task, type PrintInput } from './print-forms.task';

/** A thread is free for others after some letters. */
const LETTERS_A_TASK = 100;

export class ThreadFormPrinter extends FormPrinter {
  constructor(
    private readonly compute: Compute,
    private readonly installed: InstalledForms,
  ) {
    super();
  }

  override async print(forms: PrintedForms, madeAt: number, caller: ComputeCaller): Promise<Uint8Array> {
    const input = { ...(await packed(forms, caller.signal)), madeAt };
    return this.compute.run(task, input, { ...caller, size: rowsOf(forms) });
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
    print: OfficialPrint,
    madeAt: number,
    caller: ComputeCaller,
  ): Promise<Uint8Array> {
    const { statements } = print;
    if ('scheduleD' in print) {
      const { scheduleD } = print;
      const template = await this.template('f1040sd', scheduleD.schedule.year);
      return this.compute.run(
        officialForm,
        { template, statements, madeAt, scheduleD },
        { ...caller, size: 1 },
      );
    }
    const template = await this.template('f8949', print.form8949.year);
    const form8949 = await packForm(print.form8949, caller.signal);
    const input = { template, statements, madeAt, form8949, isSummary: print.isSummary };
    return this.compute.run(officialForm, input, { ...caller, size: rowsOf(print) });
  }

  private async template(form: OfficialForm, year: number): Promise<Uint8Array> {
    const template = await this.installed.read({ form, year });
    if (template !== null) return template;
    throw new AppError('CONFIGURATION_ERROR', { reason: 'official_form_missing', form, tax_year: year });
  }
}

async function packed(
  { form8949, schedule1, ...rest }: PrintedForms,
  signal?: AbortSignal,
): Promise<Omit<PrintInput, 'madeAt'>> {
  const input: Omit<PrintInput, 'madeAt'> = { ...rest };
  if (form8949) input.form8949 = await packForm(form8949, signal);
  if (schedule1) input.schedule1 = await packSchedule(schedule1, signal);
  return input;
}

const rowsOf = ({ form8949, schedule1 }: PrintedForms): number =>
  (form8949 ? form8949.rowCount + form8949.needsValue.length : 0) + (schedule1?.rows.length ?? 0);
