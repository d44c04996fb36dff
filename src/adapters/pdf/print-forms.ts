import PDFDocument from 'pdfkit';
import { formGaps, schedule1Lines, type Form8949, type Schedule1 } from '../../domain/forms';
import type { Letter, PrintedForms } from '../../ports/form-printer';
import { pagesOf } from './form-8949.pages';
import { drawForm8949 } from './form-8949.sheet';
import { incomplete, type Place } from './frame';
import { drawNeedsValue, needsValuePages } from './needs-value.sheet';
import { drawSchedule1, schedule1Pages } from './schedule-1.sheet';
import { Sheet } from './sheet';
import { drawLetter, drawStatements, statementPages } from './statements.sheet';

interface Page {
  /** Why rows of its form are missing, one sentence each. */
  gaps: readonly string[];
  draw: (sheet: Sheet, place: Place) => void;
}

/**
 * Tax forms as the bytes of a PDF. Pure: the same forms and date give the same bytes.
 * @param madeAt ms UTC
 */
export async function printForms(
  { form8949, schedule1, letter, gaps = [], statements = [], reportId }: PrintedForms,
  madeAt: number,
): Promise<Uint8Array> {
  const pages = [
    ...(form8949 ? form8949Pages(form8949, gaps) : []),
    ...(schedule1 ? incomePages(schedule1, gaps) : []),
    ...(letter ? letterPages(letter) : []),
    ...methodPages({ form8949, schedule1, gaps, statements }),
  ];
  const pdf = newDocument(letter?.title ?? titleOf({ form8949, schedule1 }), new Date(madeAt));
  const bytes = collect(pdf);
  const sheet = new Sheet(pdf);
  for (const [i, { gaps: missing, draw }] of pages.entries()) {
    sheet.turn();
    incomplete(sheet, missing);
    draw(sheet, { page: i + 1, of: pages.length, reportId });
    // The compression of finished pages needs turns of the event loop. Without them it keeps all pages in memory.
    if (i % PAGES_A_TURN === PAGES_A_TURN - 1) await new Promise(setImmediate);
  }
  pdf.end();
  return bytes;
}

/** Pages drawn per turn of the event loop. */
const PAGES_A_TURN = 5;

function form8949Pages(form: Form8949, history: readonly string[]): Page[] {
  const gaps = [...formGaps(form, 'rows'), ...history];
  const sheets = pagesOf(form).map(
    (page): Page['draw'] =>
      (sheet, place) =>
        drawForm8949(sheet, form, page, place),
  );
  const lists = needsValuePages(form).map(
    (rows): Page['draw'] =>
      (sheet, place) =>
        drawNeedsValue(sheet, form, rows, place),
  );
  return [...sheets, ...lists].map((draw) => ({ gaps, draw }));
}

function incomePages(schedule: Schedule1, history: readonly string[]): Page[] {
  const lines = schedule1Lines(schedule);
  return schedule1Pages(lines).map((rows, i) => ({
    gaps: [...formGaps(schedule, 'receipts'), ...history],
    draw: (sheet, place) => drawSchedule1(sheet, schedule, lines, { rows, isFirst: i === 0 }, place),
  }));
}

const letterPages = ({ title, lines }: Letter): Page[] =>
  statementPages(lines).map((page) => ({
    gaps: [],
    draw: (sheet, place) => drawLetter(sheet, title, page, place),
  }));

/** Marked where a form is: no page of an incomplete document is without the mark. */
function methodPages({ form8949, schedule1, gaps = [], statements = [] }: PrintedForms): Page[] {
  const year = form8949?.year ?? schedule1?.year;
  if (year === undefined) return [];
  const missing = [
    ...(form8949 ? formGaps(form8949, 'rows') : []),
    ...(schedule1 ? formGaps(schedule1, 'receipts') : []),
    ...gaps,
  ];
  const form = form8949 ? '8949' : 'Schedule 1';
  return statementPages(statements).map((lines) => ({
    gaps: [...new Set(missing)],
    draw: (sheet, place) => drawStatements(sheet, { form, year }, lines, place),
  }));
}

const titleOf = ({ form8949, schedule1 }: PrintedForms): string =>
  [form8949 && `Form 8949 (${form8949.year})`, schedule1 && `Schedule 1 (${schedule1.year})`]
    .filter((title) => title !== undefined)
    .join(', ');

/**
 * The date is given, and the document id is derived from these facts. The output is the same for every run.
 */
const newDocument = (Title: string, date: Date): PDFKit.PDFDocument =>
  new PDFDocument({ autoFirstPage: false, margin: 0, info: { Title, CreationDate: date, ModDate: date } });

function collect(pdf: PDFKit.PDFDocument): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  return new Promise((resolve, reject) => {
    pdf.on('data', (chunk: Uint8Array) => chunks.push(chunk));
    pdf.on('end', () => resolve(Buffer.concat(chunks)));
    pdf.on('error', reject);
  });
}
