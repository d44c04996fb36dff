import { usDate } from '../us-date';
import type { IncomeRow, Schedule1Lines } from './lines';
import { incomeLine, type Schedule1 } from './rows';
import { printedAmount as amount } from '../paper/amounts';
import { footer, header, legend, sign, WIDTH, type Place } from '../paper/frame';
import { PAGE, type Sheet } from '../paper/sheet';
import { drawList, type Column } from '../paper/table';

const LEFT = PAGE.margin;
const STYLE = { rowHeight: 16, padding: 4, fontSize: 7.5 };
/** The first page has the totals above its rows. */
const FIRST_PAGE_ROWS = 24;
const NEXT_PAGE_ROWS = 36;

const COLUMNS: readonly Column<IncomeRow>[] = [
  { heading: 'Received', width: 58, align: 'left', of: (row) => usDate(row.date) },
  { heading: 'Type', width: 70, align: 'left', of: (row) => wordsOf(row.type) },
  { heading: 'Asset', width: 60, align: 'left', of: (row) => row.symbol },
  { heading: 'Chain', width: 54, align: 'left', of: (row) => row.chain },
  { heading: 'Quantity', width: 104, align: 'right', of: (row) => row.quantity },
  {
    heading: 'Fair market value',
    width: 76,
    align: 'right',
    of: (row) => (row.valueStatus === 'missing' ? 'no value' : amount(row.value)),
  },
  { heading: 'Line', width: 118, align: 'left', of: (row) => row.line },
];

export function schedule1Pages({ rows }: Schedule1Lines): IncomeRow[][] {
  const pages = [rows.slice(0, FIRST_PAGE_ROWS)];
  for (let from = FIRST_PAGE_ROWS; from < rows.length; from += NEXT_PAGE_ROWS)
    pages.push(rows.slice(from, from + NEXT_PAGE_ROWS));
  return pages;
}

export function drawSchedule1(
  sheet: Sheet,
  schedule: Schedule1,
  lines: Schedule1Lines,
  { rows, isFirst }: { rows: readonly IncomeRow[]; isFirst: boolean },
  place: Place,
): void {
  header(sheet, { form: 'Schedule 1', title: 'Additional Income from Digital Assets', year: schedule.year });
  const top = isFirst ? drawSums(sheet, schedule, lines) : 136;
  const first = drawList(sheet, top, COLUMNS, rows, STYLE);
  for (const [i, { marks }] of rows.entries())
    sign(sheet, first + i * STYLE.rowHeight + STYLE.rowHeight / 2, marks);
  legend(
    sheet,
    rows.flatMap(({ marks }) => marks),
  );
  footer(sheet, `Schedule 1 (Form 1040) ${schedule.year}`, place);
}

/** @returns y below */
function drawSums(sheet: Sheet, { year }: Schedule1, lines: Schedule1Lines): number {
  const { byType } = lines;
  const sums: (readonly [label: string, cents: bigint, isSum?: true])[] = [
    ['Airdrops', byType.airdrop],
    ['Staking rewards', byType.staking_reward],
    ['Mining rewards', byType.mining_reward],
    ['Other', byType.other],
    [`Digital assets received as ordinary income (${incomeLine(year, 'other')})`, lines.line8vTotal, true],
    ...(lines.scheduleCTotal === 0n
      ? []
      : [['Gross receipts of a business (Schedule C line 1)', lines.scheduleCTotal, true] as const]),
    [
      `Interest (${incomeLine(year, 'interest')}, not part of the line above)`,
      lines.scheduleBInterestTotal,
      true,
    ],
    ['All ordinary income from digital assets', lines.total, true],
  ];
  for (const [i, [label, cents, isSum]] of sums.entries()) {
    const at = { x: LEFT, y: 134 + i * 15, width: WIDTH };
    const style = { size: 9, font: isSum ? ('bold' as const) : ('plain' as const) };
    sheet.text(label, at, style);
    sheet.text(amount(cents), at, { ...style, align: 'right' });
  }
  return 134 + sums.length * 15 + 16;
}

const wordsOf = (type: IncomeRow['type']): string => type.replace('_', ' ');
