import PDFDocument from 'pdfkit';
import {
  drawLetter,
  drawStatements,
  formSentences,
  joinedReasons,
  reasonsOfForm,
  rulesOf,
  stamp,
  stampOf,
  statementPages,
  type MadeForm,
  type Place,
  type Stamp,
} from '../../domain/forms';
import type { Letter, PrintedForms } from '../../ports/form-printer';
import { PdfSheet } from './sheet';

interface Page {
  mark: Stamp | null;
  draw: (sheet: PdfSheet, place: Place) => void;
}

/** The same forms and date give the same bytes. @param madeAt ms UTC */
export async function printForms(
  { forms = [], as, letter, statements = [], reportId }: PrintedForms,
  madeAt: number,
): Promise<Uint8Array> {
  const pages = [
    ...forms.flatMap((made) => {
      const mark = markOf([made]);
      return rulesOf(made)
        .sheetsOf(made.content, as)
        .map((draw): Page => ({ mark, draw }));
    }),
    ...(letter ? letterPages(letter) : []),
    ...methodPages(forms, statements),
  ];
  const title = letter?.title ?? forms.map(titleOf).join(', ');
  const pdf = newDocument(title, new Date(madeAt));
  const bytes = collect(pdf);
  const sheet = new PdfSheet(pdf);
  for (const [i, { mark, draw }] of pages.entries()) {
    sheet.turn();
    if (mark !== null) stamp(sheet, mark);
    draw(sheet, { page: i + 1, of: pages.length, reportId });
    // Pages are compressed in turns of the event loop. Without turns all pages stay in memory.
    if (i % PAGES_A_TURN === PAGES_A_TURN - 1) await new Promise(setImmediate);
  }
  pdf.end();
  return bytes;
}

const PAGES_A_TURN = 5;

function markOf(forms: readonly MadeForm[]): Stamp | null {
  const rules = forms.map((made) => {
    const { basisOf, lists } = rulesOf(made);
    return { basis: basisOf(made.content), lists };
  });
  return stampOf(
    joinedReasons(rules.map(({ basis }) => reasonsOfForm(basis))),
    rules.flatMap(({ basis, lists }) => formSentences(basis, lists)),
  );
}

const letterPages = ({ title, lines }: Letter): Page[] =>
  statementPages(lines).map((page) => ({
    mark: null,
    draw: (sheet, place) => drawLetter(sheet, title, page, place),
  }));

/** Every page of an incomplete document has the mark. */
function methodPages(forms: readonly MadeForm[], statements: readonly string[]): Page[] {
  const [first] = forms;
  if (!first) return [];
  const { name, yearOf } = rulesOf(first);
  const head = { form: name.replace(/^Form /, ''), year: yearOf(first.content) };
  const mark = markOf(forms);
  return statementPages(statements).map((lines) => ({
    mark,
    draw: (sheet, place) => drawStatements(sheet, head, lines, place),
  }));
}

function titleOf(made: MadeForm): string {
  const { name, yearOf } = rulesOf(made);
  return `${name} (${yearOf(made.content)})`;
}

/** Date and document id are derived from the facts, so every run gives the same output. */
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
