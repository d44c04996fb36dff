import PDFDocument from 'pdfkit';
import {
  formSentences,
  joinedReasons,
  reasonSentences,
  reasonsOfForm,
  schedule1Lines,
  stampOf,
  summaryForm,
  type Form8949,
  type Schedule1,
  type Stamp,
} from '../../domain/forms';
import type { Letter, PrintedForms } from '../../ports/form-printer';
import { pagesOf } from './form-8949.pages';
import { drawForm8949 } from './form-8949.sheet';
import { stamp, type Place } from './frame';
import { drawNeedsValue, needsValuePages } from './needs-value.sheet';
import { drawScheduleD } from './schedule-d.sheet';
import { drawSchedule1, schedule1Pages } from './schedule-1.sheet';
import { Sheet } from './sheet';
import { drawLetter, drawStatements, statementPages } from './statements.sheet';

interface Page {
  mark: Stamp | null;
  draw: (sheet: Sheet, place: Place) => void;
}

/** The same forms and date give the same bytes. @param madeAt ms UTC */
export async function printForms(
  { form8949, form8949As, scheduleD, schedule1, letter, statements = [], reportId }: PrintedForms,
  madeAt: number,
): Promise<Uint8Array> {
  const pages = [
    ...(form8949 ? form8949Pages(form8949, form8949As) : []),
    ...(scheduleD ? [scheduleDPage(scheduleD)] : []),
    ...(schedule1 ? incomePages(schedule1) : []),
    ...(letter ? letterPages(letter) : []),
    ...methodPages({ form8949, scheduleD, schedule1, statements }),
  ];
  const pdf = newDocument(letter?.title ?? titleOf({ form8949, scheduleD, schedule1 }), new Date(madeAt));
  const bytes = collect(pdf);
  const sheet = new Sheet(pdf);
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

const markOf8949 = (form: Pick<Form8949, 'reasons' | 'historyGaps'>): Stamp | null =>
  stampOf(reasonsOfForm(form), formSentences(form));

const sentencesOf1 = (schedule: Schedule1): string[] =>
  reasonSentences(reasonsOfForm(schedule), 'receipts', schedule.historyGaps);

function form8949Pages(form: Form8949, as?: PrintedForms['form8949As']): Page[] {
  const mark = markOf8949(form);
  const sheetsOf = (shown: Form8949, isAttached: boolean) =>
    pagesOf(shown).map(
      (page): Page['draw'] =>
        (sheet, place) =>
          drawForm8949(sheet, shown, page, { ...place, isAttached }),
    );
  const sheets = [
    ...(as === 'summary' ? sheetsOf(summaryForm(form), false) : []),
    ...sheetsOf(form, as !== undefined),
  ];
  const lists = needsValuePages(form).map(
    (rows): Page['draw'] =>
      (sheet, place) =>
        drawNeedsValue(sheet, form, rows, place),
  );
  return [...sheets, ...lists].map((draw) => ({ mark, draw }));
}

const scheduleDPage = (printed: NonNullable<PrintedForms['scheduleD']>): Page => ({
  mark: markOf8949(printed),
  draw: (sheet, place) => drawScheduleD(sheet, printed.schedule, place),
});

function incomePages(schedule: Schedule1): Page[] {
  const lines = schedule1Lines(schedule);
  const mark = stampOf(reasonsOfForm(schedule), sentencesOf1(schedule));
  return schedule1Pages(lines).map((rows, i) => ({
    mark,
    draw: (sheet, place) => drawSchedule1(sheet, schedule, lines, { rows, isFirst: i === 0 }, place),
  }));
}

const letterPages = ({ title, lines }: Letter): Page[] =>
  statementPages(lines).map((page) => ({
    mark: null,
    draw: (sheet, place) => drawLetter(sheet, title, page, place),
  }));

/** Every page of an incomplete document has the mark. */
function methodPages({ form8949, scheduleD, schedule1, statements = [] }: PrintedForms): Page[] {
  const year = form8949?.year ?? scheduleD?.schedule.year ?? schedule1?.year;
  const sales = form8949 ?? scheduleD;
  if (year === undefined) return [];
  const reasons = joinedReasons([
    sales ? reasonsOfForm(sales) : [],
    schedule1 ? reasonsOfForm(schedule1) : [],
  ]);
  const sentences = [...(sales ? formSentences(sales) : []), ...(schedule1 ? sentencesOf1(schedule1) : [])];
  const mark = stampOf(reasons, sentences);
  const form = form8949 ? '8949' : scheduleD ? 'Schedule D' : 'Schedule 1';
  return statementPages(statements).map((lines) => ({
    mark,
    draw: (sheet, place) => drawStatements(sheet, { form, year }, lines, place),
  }));
}

const titleOf = ({ form8949, scheduleD, schedule1 }: PrintedForms): string =>
  [
    form8949 && `Form 8949 (${form8949.year})`,
    scheduleD && `Schedule D (${scheduleD.schedule.year})`,
    schedule1 && `Schedule 1 (${schedule1.year})`,
  ]
    .filter((title) => title !== undefined)
    .join(', ');

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
