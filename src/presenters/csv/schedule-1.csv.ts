import {
  centsText,
  gapNotice,
  schedule1Lines,
  usDate,
  type IncomeRow,
  type Schedule1,
} from '../../domain/forms';
import { csvText, noticeLine, type CsvColumn } from './csv';

const COLUMNS: readonly CsvColumn<IncomeRow>[] = [
  { header: 'Date received', kind: 'text', of: (row) => usDate(row.date) },
  { header: 'Income type', kind: 'text', of: (row) => row.type },
  { header: 'Asset', kind: 'text', of: (row) => row.symbol },
  { header: 'Quantity', kind: 'number', of: (row) => row.quantity },
  {
    header: 'Fair market value',
    kind: 'number',
    of: (row) => (row.valueStatus === 'missing' ? '' : centsText(row.value)),
  },
  {
    header: 'Tax return line',
    kind: 'text',
    of: (row) => (row.valueStatus === 'missing' ? 'NEEDS VALUE' : row.line),
  },
  { header: 'Chain', kind: 'text', of: (row) => row.chain },
  { header: 'Transaction hash', kind: 'text', of: (row) => row.txHash ?? '' },
];

/**
 * UTF-8, one row per receipt.
 * @param historyGaps why receipts can be missing, one sentence each: a last line for each
 */
export const schedule1Csv = (schedule: Schedule1, historyGaps: readonly string[] = []): string =>
  [
    csvText(COLUMNS, schedule1Lines(schedule).rows),
    ...gapNotice({ historyGaps }).map((notice) => noticeLine(notice, COLUMNS)),
  ].join('');
