import type { FilledCells } from '../../../domain/forms';
import {
  PDFDict,
  PDFName,
  PDFRef,
  PDFString,
  StandardFonts,
  type PDFDocument,
  type PDFFont,
  type PDFPage,
  type PDFTextField,
} from '@cantoo/pdf-lib';

import { fieldsOf, openForm, rootsOf, tick, type FieldAt } from './form-document';
import { sizeIn } from './fitting';

const ROOT = 'topmostSubform[0]';

/** Copies are counted from 0. Fields with equal names would share one value. */
export const nameInCopy = (name: string, copy: number): string =>
  name.replace(ROOT, `topmostSubform[${copy}]`);

/** @param template the official form @returns the document and its pages, two per copy */
export async function printFields(
  template: Uint8Array,
  copies: readonly FilledCells[],
): Promise<{ document: PDFDocument; pages: PDFPage[] }> {
  const document = await openForm(template);
  for (let copy = 1; copy < copies.length; copy++) await addCopy(document, await openForm(template), copy);
  const font = await document.embedFont(StandardFonts.Helvetica);
  const fields = fieldsOf(document);
  for (const [copy, { texts, checks }] of copies.entries()) {
    for (const [name, text] of texts) write(known(fields, nameInCopy(name, copy)), text, font);
    for (const [name, on] of checks) {
      const field = known(fields, nameInCopy(name, copy));
      tick(field, on ?? field.onStates[0] ?? '');
    }
  }
  return { document, pages: document.getPages() };
}

/** `copyPages` copies the widgets, but not the list of fields. */
async function addCopy(document: PDFDocument, other: PDFDocument, copy: number): Promise<void> {
  const pages = await document.copyPages(other, other.getPageIndices());
  const roots = rootsOf(document);
  const seen = new Set<PDFRef>();
  for (const page of pages) {
    document.addPage(page);
    const annotations = page.node.Annots();
    for (let i = 0; i < (annotations?.size() ?? 0); i++) {
      const ref = rootOf(document, annotations?.get(i));
      if (ref === null || seen.has(ref)) continue;
      seen.add(ref);
      const root = document.context.lookup(ref, PDFDict);
      const name = root.lookup(PDFName.of('T'));
      if (name === undefined) continue;
      root.set(PDFName.of('T'), PDFString.of(`topmostSubform[${copy}]`));
      roots.push(ref);
    }
  }
}

/** Null for an annotation that is no field. */
function rootOf(document: PDFDocument, ref: unknown): PDFRef | null {
  if (!(ref instanceof PDFRef)) return null;
  const parent = document.context.lookupMaybe(ref, PDFDict)?.get(PDFName.of('Parent'));
  if (parent instanceof PDFRef) return rootOf(document, parent);
  const isField = document.context.lookupMaybe(ref, PDFDict)?.has(PDFName.of('T')) ?? false;
  return isField ? ref : null;
}

function known(fields: ReadonlyMap<string, FieldAt>, name: string): FieldAt {
  const field = fields.get(name);
  if (!field) throw new RangeError(`The form has no field ${name}`);
  return field;
}

function write({ field, rect }: FieldAt, text: string, font: PDFFont): void {
  const cell = field as PDFTextField;
  cell.acroField.setDefaultAppearance(`/Helv ${sizeIn(rect, text, font)} Tf 0 g`);
  cell.setText(text);
  cell.updateAppearances(font);
}
