import { degrees, rgb, StandardFonts, type PDFDocument, type PDFFont, type PDFPage } from '@cantoo/pdf-lib';

import {
  summaryForm,
  type Form8949,
  type MadeForm,
  copiesOf,
  cutInMiddle,
  fill8949,
  fillScheduleD,
  layout8949,
  layoutScheduleD,
  officialKind,
  problems8949,
  problemsScheduleD,
  referenceOf,
  type FilledCells,
  type FitDescription,
  type ReadCell,
} from '../../../domain/forms';
import { AppError } from '../../../domain/kernel/errors';
import type { PrintedForms } from '../../../ports/form-printer';
import { printForms } from '../print-forms';
import { printable } from '../sheet';
import { coverOf, marginOf, placeOf, statementOf, type Companions, type CutDescription } from './companions';
import { fitsAsWords } from './fitting';
import { fieldsOf, openForm } from './form-document';
import { printFields } from './print-fields';
import { printStamped } from './print-stamped';
import { readFields, readStamped } from './read-back';

export interface OfficialContent {
  template: Uint8Array;
  statements: readonly string[];
  /** ms UTC, the date of the document. */
  madeAt: number;
  isSummary?: boolean;
}

/**
 * The same form, file and date give the same bytes.
 * @throws AppError CONFIGURATION_ERROR where the finished file does not show every figure: then there is no file
 */
export async function printOfficial(made: MadeForm, content: OfficialContent): Promise<Uint8Array> {
  switch (made.form) {
    case 'form_8949':
      return print8949(made.content, content);
    case 'schedule_d':
      return printScheduleD(made.content, content);
    default:
      throw new RangeError('The form is never filled as the official one');
  }
}

async function print8949(form: Form8949, content: OfficialContent): Promise<Uint8Array> {
  const { isSummary = false } = content;
  const shown = isSummary ? summaryForm(form) : form;
  const layout = layout8949(form.year);
  const kind = officialKind(shown);
  if (!layout || kind === null) throw new RangeError('The official form does not take these rows');
  const copies = copiesOf(shown, layout.I.rows.length);
  const cut: CutDescription[] = [];
  const fitterOf = await fitter(content.template, cut);
  const filled = copies.map((copy, i) => fill8949(layout, copy, form.rounding, fitterOf(i)));
  const about: Companions = {
    form: 'f8949',
    year: form.year,
    kind,
    copies,
    sales: form,
    isSummary,
    cut,
    statements: content.statements,
  };
  const attached: PrintedForms[] = isSummary
    ? [{ forms: [{ form: 'form_8949', content: form }], as: 'attachment' }]
    : [];
  return finish(
    about,
    filled,
    content,
    (read, i) => problems8949(layout, read).map((problem) => `copy ${i + 1}, ${problem}`),
    attached,
  );
}

async function printScheduleD(
  { schedule, form, ofCopies }: MadeForm<'schedule_d'>['content'],
  content: OfficialContent,
): Promise<Uint8Array> {
  const layout = layoutScheduleD(schedule.year);
  if (!layout) throw new RangeError('The official form of this year is not known');
  const about: Companions = {
    form: 'f1040sd',
    year: schedule.year,
    kind: 'fields',
    copies: [],
    sales: { reasons: form.reasons, historyGaps: form.historyGaps },
    markedLines: schedule.rows,
    cut: [],
    statements: content.statements,
  };
  const filled = [fillScheduleD(layout, schedule, form.rounding)];
  return finish(about, filled, content, (read) => problemsScheduleD(layout, read, ofCopies));
}

async function fitter(
  template: Uint8Array,
  cut: CutDescription[],
): Promise<(copy: number) => FitDescription> {
  const form = await openForm(template);
  const font = await form.embedFont(StandardFonts.Helvetica);
  const fields = fieldsOf(form);
  return (copy) => (name, row, line) => {
    const field = fields.get(name);
    const description = printable(row.description);
    if (!field) return description;
    const place = placeOf(copy, field.page === 0 ? 'I' : 'II', line);
    const reference = referenceOf(row, `row ${copy + 1}-${field.page + 1}-${line}`);
    const shown = cutInMiddle(description, reference, (text) => fitsAsWords(field.rect, text, font));
    if (shown !== description) cut.push({ place, reference, description: row.description });
    return shown;
  };
}

async function finish(
  about: Companions,
  filled: readonly FilledCells[],
  { template, madeAt }: OfficialContent,
  recompute: (read: ReadCell, copy: number) => string[],
  attached: readonly PrintedForms[] = [],
): Promise<Uint8Array> {
  const { document, pages } = await drawn(about, template, filled);
  const margin = marginOf(about);
  if (margin !== null) await markAll(document, pages, margin);
  const cover = coverOf(about);
  const before = cover === null ? [] : await pagesOf(document, { letter: cover }, madeAt);
  for (const [i, page] of before.entries()) document.insertPage(i, page);
  for (const forms of [...attached, { letter: statementOf(about) }])
    for (const page of await pagesOf(document, forms, madeAt)) document.addPage(page);
  document.setModificationDate(new Date(madeAt));
  const bytes = await document.save({ useObjectStreams: false, updateFieldAppearances: false });
  const margins = new Set(margin === null ? [] : [margin, WORD]);
  const read =
    about.kind === 'fields'
      ? await readFields(bytes, filled)
      : await readStamped(bytes, template, filled, { first: before.length, margins });
  const problems = [...read.problems, ...read.copies.flatMap(recompute)];
  if (problems.length > 0) throw notAsFilled(about.form, problems);
  return bytes;
}

/** @throws AppError for a text that fits into no cell */
async function drawn({ form, kind }: Companions, template: Uint8Array, filled: readonly FilledCells[]) {
  try {
    return await (kind === 'fields' ? printFields(template, filled) : printStamped(template, filled));
  } catch (error) {
    throw error instanceof RangeError ? notAsFilled(form, [error.message]) : error;
  }
}

async function pagesOf(document: PDFDocument, forms: PrintedForms, madeAt: number): Promise<PDFPage[]> {
  const other = await openForm(await printForms(forms, madeAt));
  return document.copyPages(other, other.getPageIndices());
}

const RED = rgb(0.75, 0, 0);
const WORD = 'INCOMPLETE';

/** Writes above the form and, pale, across it. Cells stay readable. */
async function markAll(document: PDFDocument, pages: readonly PDFPage[], sentence: string): Promise<void> {
  const font = await document.embedFont(StandardFonts.HelveticaBold);
  for (const page of pages) mark(page, sentence, font);
}

function mark(page: PDFPage, sentence: string, font: PDFFont): void {
  const { width, height } = page.getSize();
  const x = (width - font.widthOfTextAtSize(sentence, 9)) / 2;
  page.drawText(sentence, { x, y: height - 16, size: 9, font, color: RED });
  page.drawText(WORD, {
    x: width / 2 - 150,
    y: height / 2 - 220,
    size: 80,
    font,
    color: RED,
    opacity: 0.16,
    rotate: degrees(52),
  });
}

const MOST_PROBLEMS = 5;

const notAsFilled = (form: string, problems: readonly string[]): AppError =>
  new AppError('CONFIGURATION_ERROR', {
    reason: 'official_form_not_as_filled',
    form,
    problems: problems.slice(0, MOST_PROBLEMS),
    problem_count: problems.length,
  });
