import { centsText } from '../cents';
import type { FormRow } from '../form-row';
import { formSentences, codesNotice, reasonSentences, unlisted } from '../status/notices';
import { marksOf } from '../status/row-marks';
import { reasonsOfForm, reasonNames, statusOf } from '../status/status';
import { importedDate, usDate } from '../us-date';
import { rowsOf, type Form8949 } from './rows';
import { CARRIED as TXF_CODES } from './txf';
import { csvRows, csvText, noticeLine, type CsvColumn } from '../../kernel/csv';
import { preparerNotices } from './preparers';

const COLUMNS: readonly CsvColumn<FormRow>[] = [
  { header: 'Description of property', kind: 'text', of: (row) => row.description },
  { header: 'Date acquired', kind: 'text', of: (row) => usDate(row.dateAcquired) },
  { header: 'Date sold', kind: 'text', of: (row) => usDate(row.dateSold) },
  { header: 'Proceeds', kind: 'number', of: (row) => centsText(row.proceeds) },
  { header: 'Cost basis', kind: 'number', of: (row) => centsText(row.costBasis) },
  { header: 'Adjustment code', kind: 'text', of: (row) => row.adjustmentCode },
  { header: 'Adjustment amount', kind: 'number', of: (row) => centsText(row.adjustment) },
  { header: 'Gain or loss', kind: 'number', of: (row) => centsText(row.gain) },
  { header: 'Box', kind: 'text', of: (row) => row.box },
  { header: 'Term', kind: 'text', of: (row) => (row.isLongTerm ? 'long' : 'short') },
  { header: 'Asset', kind: 'text', of: (row) => row.symbol },
  { header: 'Chain', kind: 'text', of: (row) => row.chain },
  { header: 'Transaction hash', kind: 'text', of: (row) => row.txHash ?? '' },
  { header: 'Review', kind: 'text', of: (row) => reasonNames(marksOf(row)).join(' ') },
];

/** Columns that identify a disposal without a known value. All others stay empty, so that no sum includes it. */
const IDENTITY = new Set([
  'Date acquired',
  'Date sold',
  'Term',
  'Asset',
  'Chain',
  'Transaction hash',
  'Review',
]);

const NEEDS_VALUE_COLUMNS: readonly CsvColumn<FormRow>[] = COLUMNS.map((column) => {
  if (IDENTITY.has(column.header)) return column;
  const isFirst = column === COLUMNS[0];
  return { ...column, kind: 'text', of: (row) => (isFirst ? `NEEDS VALUE: ${row.description}` : '') };
});

/**
 * The last column names what a row rests on that is not known. Lines after the rows state what no row shows.
 * Disposals without a known value follow as a separate list without amounts.
 * @source api.md 2 (CSV header)
 */
export function form8949Csv(form: Form8949): string {
  const reasons = reasonsOfForm(form);
  const waiting = reasons.filter(({ mark }) => mark === 'missing_value');
  const notices = reasonSentences([...unlisted(reasons), ...waiting], 'rows', form.historyGaps);
  return [
    csvText(COLUMNS, rowsOf(form)),
    ...notices.map((sentence) => noticeLine(`INCOMPLETE: ${sentence}`, COLUMNS)),
    csvRows(NEEDS_VALUE_COLUMNS, form.needsValue),
  ].join('');
}

const TURBOTAX_COLUMNS: readonly CsvColumn<FormRow>[] = [
  { header: 'Asset name', kind: 'text', of: (row) => row.symbol },
  { header: 'Received date', kind: 'text', of: (row) => importedDate(row.dateAcquired) },
  { header: 'Cost basis (USD)', kind: 'number', of: (row) => centsText(row.costBasis) },
  { header: 'Date sold', kind: 'text', of: (row) => usDate(row.dateSold) },
  { header: 'Proceeds', kind: 'number', of: (row) => centsText(row.proceeds) },
];

/**
 * The TurboTax format. It has no column for adjustments: the user must enter them by hand, also disallowed losses of
 * wash sales. A program reads every line as a sale, so `formNotes` states what the file does not.
 */
export const turboTaxCsv = (form: Form8949): string => csvText(TURBOTAX_COLUMNS, rowsOf(form));

/** Goes beside the files of a form: its status, why, the marked rows, and what formats cannot hold. */
export function formNotes(form: Form8949): string {
  const rows = rowsOf(form);
  const marked = [...rows, ...form.needsValue].filter((row) => marksOf(row).length > 0);
  const formats = [
    ...codesNotice(rows, ['']).map((notice) => `TurboTax: ${notice}`),
    ...codesNotice(rows, TXF_CODES).map((notice) => `TXF: ${notice}`),
    ...preparerNotices(form),
  ];
  const lines = [
    `Form 8949 (${form.year}): ${statusOf(reasonsOfForm(form))}`,
    ...formSentences(form).map((sentence) => `- ${sentence}`),
    ...formats.map((notice) => `- ${notice}`),
    ...(marked.length === 0 ? [] : ['', 'Marked rows: description, sold, proceeds, why']),
    ...marked.map(
      (row) =>
        `${row.description}, ${usDate(row.dateSold)}, ${centsText(row.proceeds)}, ${reasonNames(marksOf(row)).join(' ')}`,
    ),
  ];
  return lines.map((line) => `${line.replace(/[\r\n]+/g, ' ')}\r\n`).join('');
}
