import {
  centsText,
  codesNotice,
  importedDate,
  doubtNotice,
  gapNotice,
  incompleteNotice,
  rowsOf,
  usDate,
  type Form8949,
  type FormRow,
} from '../../domain/forms';
import { csvText, noticeLine, type CsvColumn } from './csv';

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
];

/** Columns that identify a disposal without a known value. All others stay empty, so that no sum includes it. */
const IDENTITY = new Set(['Date acquired', 'Date sold', 'Term', 'Asset', 'Chain', 'Transaction hash']);

const NEEDS_VALUE_COLUMNS: readonly CsvColumn<FormRow>[] = COLUMNS.map((column) => {
  if (IDENTITY.has(column.header)) return column;
  const isFirst = column === COLUMNS[0];
  return { ...column, kind: 'text', of: (row) => (isFirst ? `NEEDS VALUE: ${row.description}` : '') };
});

/**
 * UTF-8. A line states each gap of the history, and rows that may be there twice. Disposals without a known value follow the rows as a separate list without amounts, after a line that
 * states that the form is incomplete.
 * @source api.md 2 (CSV header)
 */
export function form8949Csv(form: Form8949): string {
  const notices = [...gapNotice(form), ...doubtNotice(form)].map((notice) => noticeLine(notice, COLUMNS));
  const rows = [csvText(COLUMNS, rowsOf(form)), ...notices].join('');
  if (form.needsValue.length === 0) return rows;
  const list = csvText(NEEDS_VALUE_COLUMNS, form.needsValue);
  return [rows, noticeLine(incompleteNotice(form), COLUMNS), list.slice(list.indexOf('\n') + 1)].join('');
}

const TURBOTAX_COLUMNS: readonly CsvColumn<FormRow>[] = [
  { header: 'Asset name', kind: 'text', of: (row) => row.symbol },
  { header: 'Received date', kind: 'text', of: (row) => importedDate(row.dateAcquired) },
  { header: 'Cost basis (USD)', kind: 'number', of: (row) => centsText(row.costBasis) },
  { header: 'Date sold', kind: 'text', of: (row) => usDate(row.dateSold) },
  { header: 'Proceeds', kind: 'number', of: (row) => centsText(row.proceeds) },
];

/**
 * The TurboTax format. It has no column for adjustments: the user must enter them by hand, disallowed losses of wash
 * sales too. Last lines without amounts state what is missing from the file.
 */
export const turboTaxCsv = (form: Form8949): string =>
  [
    csvText(TURBOTAX_COLUMNS, rowsOf(form)),
    ...[
      ...(form.needsValue.length === 0 ? [] : [incompleteNotice(form)]),
      ...gapNotice(form),
      ...doubtNotice(form),
      ...codesNotice(form, ['']),
    ].map((notice) => noticeLine(notice, TURBOTAX_COLUMNS)),
  ].join('');
