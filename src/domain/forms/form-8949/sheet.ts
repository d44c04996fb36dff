import { boxCaption, boxesOfPart } from '../boxes';
import type { FormRow } from '../form-row';
import { marksOf } from '../status/row-marks';
import { usDate } from '../us-date';
import type { Form8949 } from './rows';
import { printedAmount as amount } from '../paper/amounts';
import { ROWS_A_PAGE, type Form8949Page } from './pages';
import { footer, header, legend, sign, type Place } from '../paper/frame';
import { PAGE, type Sheet } from '../paper/sheet';
import { Table, type Column } from '../paper/table';

interface LetteredColumn extends Column<FormRow> {
  letter: string;
}

type Cell = (row: FormRow) => string;
const dateColumn = (letter: string, heading: string, of: Cell): LetteredColumn => ({
  letter,
  heading,
  width: 54,
  align: 'center',
  of,
});
const amountColumn = (letter: string, heading: string, of: Cell): LetteredColumn => ({
  letter,
  heading,
  width: 70,
  align: 'right',
  of,
});

const COLUMNS: readonly LetteredColumn[] = [
  {
    letter: 'a',
    heading: 'Description of property (Example: 100 sh. XYZ Co.)',
    width: 116,
    align: 'left',
    of: (row) => row.description,
  },
  dateColumn('b', 'Date acquired (Mo., day, yr.)', (row) => usDate(row.dateAcquired)),
  dateColumn('c', 'Date sold or disposed of (Mo., day, yr.)', (row) => usDate(row.dateSold)),
  amountColumn('d', 'Proceeds (sales price)', (row) => amount(row.proceeds)),
  amountColumn('e', 'Cost or other basis', (row) => amount(row.costBasis)),
  {
    letter: 'f',
    heading: 'Code(s) from instructions',
    width: 46,
    align: 'center',
    of: (row) => row.adjustmentCode,
  },
  {
    letter: 'g',
    heading: 'Amount of adjustment',
    width: 60,
    align: 'right',
    of: (row) => (row.adjustment === 0n ? '' : amount(row.adjustment)),
  },
  amountColumn('h', 'Gain or (loss) (d) - (e), combined with (g)', (row) => amount(row.gain)),
];

const PARTS = {
  I: 'Short-Term. Transactions involving capital assets you held 1 year or less are generally short-term',
  II: 'Long-Term. Transactions involving capital assets you held more than 1 year are generally long-term',
} as const;

const TITLE = 'Sales and Other Dispositions of Capital Assets';
const ROW_HEIGHT = 24;
const TABLE_TOP = 272;
const HEADING_HEIGHT = 48;
const FULL = { x: PAGE.margin, width: PAGE.width - 2 * PAGE.margin };
const PADDING = 3;
const TABLE = new Table(COLUMNS, { rowHeight: ROW_HEIGHT, padding: PADDING, fontSize: 7.5 });

/** @param place `isAttached`: the sheet belongs to the statement that rows with code M name */
export function drawForm8949(
  sheet: Sheet,
  form: Form8949,
  page: Form8949Page,
  place: Place & { isAttached?: boolean },
): void {
  const { isAttached = false } = place;
  const title = isAttached ? 'Attached Statement (Exception 2)' : TITLE;
  header(sheet, { form: '8949', title, year: form.year });
  drawPart(sheet, page, form.year);
  drawHeadings(sheet);
  const top = TABLE_TOP + HEADING_HEIGHT;
  for (const [i, row] of page.rows.entries())
    TABLE.row(sheet, top + i * ROW_HEIGHT, (column) => column.of(row));
  drawGrid(sheet, top);
  drawTotals(sheet, form, page, top + ROWS_A_PAGE * ROW_HEIGHT);
  const marks = page.rows.map(marksOf);
  for (const [i, some] of marks.entries()) sign(sheet, top + i * ROW_HEIGHT + ROW_HEIGHT / 2, some);
  legend(sheet, marks.flat());
  footer(sheet, `${isAttached ? 'Attached to ' : ''}Form 8949 (${form.year})`, place);
}

function drawPart(sheet: Sheet, { part, box }: Form8949Page, year: number): void {
  const line = { ...FULL, y: 132 };
  sheet.text(`Part ${part}`, line, { size: 10, font: 'bold' });
  sheet.text(PARTS[part], { ...line, x: 84 }, { size: 8.5, font: 'bold' });
  sheet.rule(147);
  sheet.text('One box is checked for each sheet; other boxes are on sheets of their own.', {
    ...FULL,
    y: 152,
  });
  const boxes = box === null ? [] : boxesOfPart(part, year);
  if (boxes.length === 0) sheet.text('No dispositions in this year.', { ...FULL, y: 172 }, { size: 10 });
  for (const [i, name] of boxes.entries()) {
    const y = 170 + i * 16;
    sheet.tickBox(PAGE.margin, y, name === box);
    sheet.text(`(${name}) ${boxCaption(name, year)}`, { x: 52, y: y + 0.5, width: FULL.width - 16 });
  }
}

function drawHeadings(sheet: Sheet): void {
  let x: number = PAGE.margin;
  for (const { letter, heading, width } of COLUMNS) {
    sheet.text(`(${letter})`, { x, y: TABLE_TOP + 3, width }, { size: 7, font: 'bold', align: 'center' });
    sheet.paragraph(
      heading,
      { x: x + PADDING, y: TABLE_TOP + 13, width: width - 2 * PADDING },
      { size: 7, align: 'center' },
    );
    x += width;
  }
}

function drawGrid(sheet: Sheet, top: number): void {
  const bottom = top + ROWS_A_PAGE * ROW_HEIGHT;
  sheet.rule(TABLE_TOP, undefined, undefined, 1);
  for (let i = 0; i <= ROWS_A_PAGE; i++) sheet.rule(top + i * ROW_HEIGHT);
  let x: number = PAGE.margin;
  for (const { width } of COLUMNS.slice(0, -1)) sheet.upright((x += width), TABLE_TOP, bottom);
}

function drawTotals(
  sheet: Sheet,
  form: Form8949,
  { part, box, totals, boxTotals }: Form8949Page,
  y: number,
): void {
  const line = (label: string, of: typeof totals, top: number) =>
    TABLE.row(
      sheet,
      top,
      ({ letter }) =>
        ({
          a: label,
          d: amount(of.proceeds),
          e: amount(of.costBasis),
          g: amount(of.adjustment),
          h: amount(of.gain),
        })[letter] ?? '',
      'bold',
    );
  line('Totals of this sheet', totals, y);
  sheet.rule(y + ROW_HEIGHT, undefined, undefined, 1);
  if (boxTotals === null || box === null) return;
  const label = `Part ${part}, box ${box}: ${form.isLimited ? 'the whole year' : 'all sheets'}`;
  line(label, boxTotals, y + ROW_HEIGHT);
  sheet.rule(y + 2 * ROW_HEIGHT, undefined, undefined, 1);
}
