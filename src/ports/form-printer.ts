import type { Form8949, Schedule1 } from '../domain/forms';

/** What goes into one document, in this order; at least one of the two. */
export interface PrintedForms {
  form8949?: Form8949;
  schedule1?: Schedule1;
}

/** Puts tax forms on paper. */
export abstract class FormPrinter {
  /**
   * @param madeAt milliseconds UTC, written into the document as its date; same forms and date, same bytes
   * @returns a PDF, every page numbered; a form with rows left out is stamped INCOMPLETE
   */
  abstract print(forms: PrintedForms, madeAt: number): Promise<Uint8Array>;
}
