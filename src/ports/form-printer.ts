import type { MadeForm, OfficialForm, PrintedAs } from '../domain/forms';
import type { ComputeCaller } from './work/compute';

/** A document that is no form. */
export interface Letter {
  title: string;
  /** One paragraph each. */
  lines: readonly string[];
}

/** Content of one document, in this order. At least one form, or a letter. */
export interface PrintedForms {
  forms?: readonly MadeForm[];
  as?: PrintedAs;
  letter?: Letter;
  /** Method and assumptions, one paragraph each, on pages after the forms. */
  statements?: readonly string[];
  /** Printed on every page: the stored report that the document belongs to. */
  reportId?: string;
}

/** What is printed on an official form. Method and assumptions follow it, one paragraph each. */
export interface OfficialPrint {
  made: MadeForm;
  isSummary?: boolean;
  statements: readonly string[];
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

  /** Each letter as a document of its own, in the same order. */
  abstract printLetters(
    letters: readonly Letter[],
    madeAt: number,
    caller: ComputeCaller,
  ): Promise<Uint8Array[]>;

  /** True when the operator has installed the official form of a year. */
  abstract hasOfficial(form: OfficialForm, year: number): Promise<boolean>;

  /**
   * As `print`, on the official form, which must be installed and take the rows.
   * @throws AppError CONFIGURATION_ERROR where the installed file has changed, or the finished file does not show every figure
   */
  abstract printOfficial(print: OfficialPrint, madeAt: number, caller: ComputeCaller): Promise<Uint8Array>;
}
