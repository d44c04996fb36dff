import { Injectable } from '@nestjs/common';
import { packForm, packSchedule } from '../../common/packed-form';
import { FormPrinter, type PrintedForms } from '../../ports/form-printer';
import { Compute, type ComputeCaller } from '../../ports/work/compute';
import { task, type PrintInput } from './print-forms.task';

/** Prints in a thread. */
@Injectable()
export class ThreadFormPrinter extends FormPrinter {
  constructor(private readonly compute: Compute) {
    super();
  }

  override async print(forms: PrintedForms, madeAt: number, caller: ComputeCaller): Promise<Uint8Array> {
    const input = { ...(await packed(forms, caller.signal)), madeAt };
    return this.compute.run(task, input, { ...caller, size: rowsOf(forms) });
  }
}

async function packed(
  { form8949, schedule1, scheduleD, letter, statements, reportId }: PrintedForms,
  signal?: AbortSignal,
): Promise<Omit<PrintInput, 'madeAt'>> {
  const input: Omit<PrintInput, 'madeAt'> = { scheduleD, letter, statements, reportId };
  if (form8949) input.form8949 = await packForm(form8949, signal);
  if (schedule1) input.schedule1 = await packSchedule(schedule1, signal);
  return input;
}

const rowsOf = ({ form8949, schedule1 }: PrintedForms): number =>
  (form8949 ? form8949.rowCount + form8949.needsValue.length : 0) + (schedule1?.rows.length ?? 0);
