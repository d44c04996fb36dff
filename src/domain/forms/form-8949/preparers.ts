import { BOXES } from '../boxes';
import { centsText } from '../cents';
import { isOfCollectible } from '../collectibles';
import type { FormRow } from '../form-row';
import { importedDate, usDate } from '../us-date';
import { rowsOf, type Form8949 } from './rows';
import { csvText, type CsvColumn } from '../../kernel/csv';

/** Files for the programs of tax preparers. `formNotes` states what they cannot hold. */

const WASH = 'W';
const ADJUSTMENTS = 3;

/** True when column (g) is a disallowed loss alone, which has a column of its own. */
const isWashAlone = ({ adjustmentCode }: FormRow): boolean =>
  adjustmentCode === WASH || adjustmentCode === 'CW';

/** The amount of column (g) goes with the first letter. */
const drakeCodes = (row: FormRow): string =>
  isWashAlone(row) ? row.adjustmentCode.replace(WASH, '') : row.adjustmentCode;

/** @source Drake KB 18925 (4 to 6, screen 99DA) and the drop list of screen 8949 (1 to 3) */
const DRAKE_BOX = {
  '1099-B': { basis: '1', proceeds: '2', nothing: '3' },
  '1099-DA': { basis: '4', proceeds: '5', nothing: '6' },
} as const;

const blank = (header: string): CsvColumn<FormRow> => ({ header, kind: 'text', of: () => '' });
const text = (header: string, of: (row: FormRow) => string): CsvColumn<FormRow> => ({
  header,
  kind: 'text',
  of,
});
const number = (header: string, of: (row: FormRow) => string): CsvColumn<FormRow> => ({
  header,
  kind: 'number',
  of,
});

/** `MMDDYYYY`, or a word that the program knows. */
function drakeDate(date: string): string {
  const [year, month, day] = date.split('-');
  if (day !== undefined) return `${month}${day}${year}`;
  return date === 'INHERITED' ? 'INHERIT' : 'VARIOUS';
}

const adjustmentColumns = (i: number): CsvColumn<FormRow>[] => [
  text(`Adj ${i + 1} Code`, (row) => drakeCodes(row)[i] ?? ''),
  number(`Adj ${i + 1} Amount`, (row) =>
    i > 0 || drakeCodes(row) === '' || isWashAlone(row) ? '' : centsText(row.adjustment),
  ),
  blank(`Adj ${i + 1} AMT Amount`),
];

/** The program reads columns by their place. @source Drake help, Form 8949 import; KB 11790 for dates */
const DRAKE_COLUMNS: readonly CsvColumn<FormRow>[] = [
  ...['TSJ', 'F', 'State', 'City'].map(blank),
  number('Form 8949 Check Box', ({ box }) => DRAKE_BOX[BOXES[box].payerForm][BOXES[box].reported]),
  text('Desc', (row) => row.description),
  text('Date Acquired', (row) => drakeDate(row.dateAcquired)),
  text('Date Sold', (row) => drakeDate(row.dateSold)),
  text('Type', (row) => (row.isLongTerm ? 'L' : 'S')),
  blank('Ordinary'),
  number('Proceeds', (row) => centsText(row.proceeds)),
  number('Cost', (row) => centsText(row.costBasis)),
  ...['AMT Cost Basis', 'Accrued Discount'].map(blank),
  number('Wash Sale Loss', (row) => (isWashAlone(row) ? centsText(row.adjustment) : '')),
  blank('US Real Property'),
  ...Array.from({ length: ADJUSTMENTS }, (_, i) => adjustmentColumns(i)).flat(),
  ...['Fed W/H', 'Loss Not Allowed', 'Collectibles', 'QSBS Code', 'QSBS Amount'].map(blank),
];

export const drakeCsv = (form: Form8949): string => csvText(DRAKE_COLUMNS, rowsOf(form));

/** @source TaxAct support 882 (columns and letters A to F) */
const TAXACT_COLUMNS: readonly CsvColumn<FormRow>[] = [
  text('Description', (row) => row.description),
  text('Date Sold', (row) => usDate(row.dateSold)),
  number('Sales Proceeds', (row) => centsText(row.proceeds)),
  text('Date Acquired', (row) => importedDate(row.dateAcquired)),
  number('Cost or Other Basis', (row) => centsText(row.costBasis)),
  text('Wash Sale', (row) => (row.adjustmentCode.includes(WASH) ? WASH : '')),
  text('Adjustment Code', (row) => row.adjustmentCode),
  number('Adjustment Amount', (row) => (row.adjustmentCode === '' ? '' : centsText(row.adjustment))),
  text('Reporting Category', (row) => row.box),
];

export const taxActCsv = (form: Form8949): string => csvText(TAXACT_COLUMNS, rowsOf(form));

/** What the files of preparers cannot hold, and what is not known about them. One sentence each. */
export function preparerNotices(form: Form8949): string[] {
  const rows = rowsOf(form);
  const count = (isMeant: (row: FormRow) => boolean) => rows.filter(isMeant).length;
  const [unconfirmed, collectibles, cut] = [
    count(({ box }) => BOXES[box].payerForm === '1099-DA'),
    count(({ adjustmentCode }) => isOfCollectible(adjustmentCode)),
    count((row) => drakeCodes(row).length > ADJUSTMENTS),
  ];
  const boxes = 'it is not confirmed that the import takes them. Compare the boxes after it.';
  return [
    ...(unconfirmed > 0
      ? [
          `Drake: the check boxes 4 to 6 (boxes G to L) are those of its screen 99DA: ${boxes}`,
          `TaxAct: the categories G to L are the letters of the form: ${boxes}`,
        ]
      : []),
    ...(collectibles > 0 ? [`Drake: mark ${collectibles} row(s) as collectibles by hand.`] : []),
    ...(cut > 0 ? [`Drake: enter codes by hand: ${cut} row(s) have more than ${ADJUSTMENTS}.`] : []),
  ];
}
