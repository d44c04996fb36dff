import type { ScheduleD } from '../domain/filing';
import type { Form8949, Schedule1 } from '../domain/forms';
import type { ComputeCaller } from './work/compute';

/** A document that is no form. */
export interface Letter {
  title: string;
  /** One paragraph each. */
  lines: readonly string[];
}

/** Content of one document, in this order. At least one of the forms, or a letter. */
export interface PrintedForms {
  form8949?: Form8949;
  /** With what its Form 8949 rests on. */
  scheduleD?: Pick<Form8949, 'reasons' | 'historyGaps'> & { schedule: ScheduleD };
  schedule1?: Schedule1;
  letter?: Letter;
  /** Method and assumptions, one paragraph each, on pages after the forms. */
  statements?: readonly string[];
  /** Printed on every page: the stored report that the document belongs to. */
  reportId?: string;
}

/** Renders tax forms as PDF. */
export abstract class FormPrinter {
  /**
   * @param madeAt milliseconds UTC, written into the document as its date. The same forms and date give the
   * same bytes
   * @param caller whose share of the threads counts
   * @returns a PDF with page numbers. A form that cannot be filed as it is, is stamped with its status
   */
  abstract print(forms: PrintedForms, madeAt: number, caller: ComputeCaller): Promise<Uint8Array>;
}
