import type { FormRow } from '../form-row';
import { usDate } from '../us-date';
import type { Form8949 } from './rows';
import { printedAmount as amount } from '../paper/amounts';
import { footer, header, type Place } from '../paper/frame';
import { PAGE, type Sheet } from '../paper/sheet';
import { drawList, type Column } from '../paper/table';

const COLUMNS: readonly Column<FormRow>[] = [
  { heading: 'Description of property', width: 150, align: 'left', of: (row) => row.description },
  { heading: 'Date acquired', width: 60, align: 'left', of: (row) => usDate(row.dateAcquired) },
  { heading: 'Date disposed of', width: 60, align: 'left', of: (row) => usDate(row.dateSold) },
  { heading: 'Basis', width: 80, align: 'right', of: (row) => amount(row.costBasis) },
  { heading: 'Transaction', width: 190, align: 'left', of: (row) => row.txHash ?? row.transactionId },
];

const STYLE = { rowHeight: 18, padding: 3, fontSize: 7 };
const TOP = 156;
const ROWS_A_PAGE = 30;

export function needsValuePages({ needsValue }: Form8949): FormRow[][] {
  const count = Math.ceil(needsValue.length / ROWS_A_PAGE);
  return Array.from({ length: count }, (_, i) => needsValue.slice(i * ROWS_A_PAGE, (i + 1) * ROWS_A_PAGE));
}

/** Disposals that wait for a value. They are on no sheet of the form. */
export function drawNeedsValue(sheet: Sheet, form: Form8949, rows: readonly FormRow[], place: Place): void {
  header(sheet, { form: '8949', title: 'Dispositions without a Known Value', year: form.year });
  const line = { x: PAGE.margin, y: 132, width: PAGE.width - 2 * PAGE.margin };
  sheet.text('Not part of the form. Enter the value of each transaction, then print the form again.', line);
  drawList(sheet, TOP, COLUMNS, rows, STYLE);
  footer(sheet, `Form 8949 (${form.year}), values to enter`, place);
}
