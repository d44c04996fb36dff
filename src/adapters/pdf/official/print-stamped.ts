import type { FilledCells } from '../../../domain/forms';
import { PDFDocument, StandardFonts, type PDFFont, type PDFPage } from '@cantoo/pdf-lib';

import { fieldsOf, openForm, type FieldAt } from './form-document';
import { placeIn, sizeIn } from './fitting';

export const TICKED = 'X';

const COPIES_A_TURN = 10;

/** Text without fields: no reader opens a file of hundreds of sheets with 202 fields each. */
export async function printStamped(
  template: Uint8Array,
  copies: readonly FilledCells[],
): Promise<{ document: PDFDocument; pages: PDFPage[] }> {
  const form = await openForm(template);
  const fields = fieldsOf(form);
  const document = await PDFDocument.create({ updateMetadata: false });
  const font = await document.embedFont(StandardFonts.Helvetica);
  const blanks = await document.embedPages(form.getPages());
  for (const [i, cells] of copies.entries()) {
    const pages = blanks.map((blank) => {
      const page = document.addPage([blank.width, blank.height]);
      page.drawPage(blank);
      return page;
    });
    for (const [name, text] of cells.texts) stampText(pages, fields.get(name), text, font, alignOf(name));
    for (const [name] of cells.checks) stampText(pages, fields.get(name), TICKED, font, 'center');
    if (i % COPIES_A_TURN === COPIES_A_TURN - 1) await new Promise(setImmediate);
  }
  return { document, pages: document.getPages() };
}

function stampText(
  pages: readonly PDFPage[],
  field: FieldAt | undefined,
  text: string,
  font: PDFFont,
  align: 'left' | 'right' | 'center',
): void {
  const page = field && pages[field.page];
  if (!page) throw new RangeError('The form lacks a field');
  const size = sizeIn(field.rect, text, font);
  page.drawText(text, { ...placeIn(field.rect, text, font, size, align), size, font });
}

const alignOf = (name: string): 'left' | 'right' => {
  const number = Number(/\.f\d_(\d+)\[0\]$/.exec(name)?.[1]);
  const isWords = name.includes('.Row') && (number - 3) % 8 < 3;
  return isWords ? 'left' : 'right';
};
