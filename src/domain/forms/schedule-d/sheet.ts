import { listedLines, type ListedLine, type ScheduleD } from './rows';
import type { Cents } from '../cents';
import { printedAmount as amount } from '../paper/amounts';
import { footer, header, legend, sign, type Place } from '../paper/frame';
import type { Sheet } from '../paper/sheet';
import { drawList, type Column } from '../paper/table';

const TOP = 132;
const STYLE = { rowHeight: 16, padding: 3, fontSize: 7 };

const amountColumn = (
  heading: string,
  of: (totals: NonNullable<ListedLine['totals']>) => Cents,
): Column<ListedLine> => ({
  heading,
  width: 66,
  align: 'right',
  of: ({ totals }) => (totals === null ? '' : amount(of(totals))),
});

const COLUMNS: readonly Column<ListedLine>[] = [
  { heading: 'Line', width: 30, align: 'left', of: ({ line }) => line },
  { heading: '', width: 238, align: 'left', of: ({ caption }) => caption },
  amountColumn('(d) Proceeds', ({ proceeds }) => proceeds),
  amountColumn('(e) Cost basis', ({ costBasis }) => costBasis),
  amountColumn('(g) Adjustments', ({ adjustment }) => adjustment),
  { heading: '(h) Gain or loss', width: 74, align: 'right', of: ({ gain }) => amount(gain) },
];

/** The lines that follow from Form 8949, and the worksheets, on one page. */
export function drawScheduleD(sheet: Sheet, schedule: ScheduleD, place: Place): void {
  header(sheet, { form: 'Schedule D', title: 'Capital Gains and Losses', year: schedule.year });
  const lines = listedLines(schedule);
  const first = drawList(sheet, TOP, COLUMNS, lines, STYLE);
  for (const [i, { marks }] of lines.entries())
    sign(sheet, first + i * STYLE.rowHeight + STYLE.rowHeight / 2, marks);
  legend(
    sheet,
    lines.flatMap(({ marks }) => marks),
  );
  footer(sheet, `Schedule D (Form 1040) ${schedule.year}`, place);
}
