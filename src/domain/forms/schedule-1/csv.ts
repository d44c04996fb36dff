import { centsText } from '../cents';

import { reasonSentences, unlisted } from '../status/notices';
import { reasonsOfForm, reasonNames } from '../status/status';
import { usDate } from '../us-date';
import { schedule1Lines, type IncomeRow } from './lines';
import type { Schedule1 } from './rows';
import { csvText, noticeLine, type CsvColumn } from '../../kernel/csv';

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
  { header: 'Review', kind: 'text', of: (row) => reasonNames(row.marks).join(' ') },
];

/** One row per receipt. Last lines state what no row shows. */
export const schedule1Csv = (schedule: Schedule1): string =>
  [
    csvText(COLUMNS, schedule1Lines(schedule).rows),
    ...reasonSentences(unlisted(reasonsOfForm(schedule)), 'receipts', schedule.historyGaps).map((sentence) =>
      noticeLine(`INCOMPLETE: ${sentence}`, COLUMNS),
    ),
  ].join('');
