import type { FileOrigin } from '../form';
import { dayOf, dayText } from '../../kernel/calendar';
import { BOXES } from '../boxes';
import { centsText, type Cents } from '../cents';
import { rowsOf, type Form8949 } from './rows';
import type { FormRow } from '../form-row';
import { formSentences, codesNotice } from '../status/notices';
import { reasonsOfForm, statusOf } from '../status/status';
import { importedDate, usDate } from '../us-date';

const LINE_END = '\r\n';

/** Column (f) of the rows that a record holds in full: its last amount is the disallowed loss of a wash sale. */
export const CARRIED = ['', 'W'];

/**
 * Tax exchange format V042: a header, then one record per row. US-ASCII: other characters become `?`. The format
 * dates from 2011 and has no boxes G to L, so they use the references of A to F. It has no comments, so the program
 * name states what the file lacks. An unknown date of acquisition is VARIOUS: the format has no other word.
 * @source Intuit TXF 042; api.md 2 (TXF)
 */
export function form8949Txf(form: Form8949, { program, writtenAt }: FileOrigin): string {
  const rows = rowsOf(form);
  const status = statusOf(reasonsOfForm(form));
  const notes = [
    ...(status === 'COMPLETE' ? [] : [`${status}: ${formSentences(form).join(' ')}`]),
    ...codesNotice(rows, CARRIED),
  ];
  const note = notes.length > 0 ? ` (${notes.join(' ')})` : '';
  const header = ['V042', `A${program}${note}`, `D${usDate(dayText(dayOf(writtenAt, form.timezone)))}`, '^'];
  const lines = [...header, ...rows.flatMap(recordOf)];
  return lines.map((line) => ascii(line) + LINE_END).join('');
}

/**
 * Basis precedes proceeds. The last amount is the disallowed loss of a wash sale; it is empty without one. The format
 * has no field for other adjustments of column (g).
 */
const recordOf = (row: FormRow): string[] => [
  'TD',
  `N${BOXES[row.box].txfRef}`,
  'C1',
  'L1',
  `P${row.description}`,
  `D${importedDate(row.dateAcquired)}`,
  `D${usDate(row.dateSold)}`,
  amount(row.costBasis),
  amount(row.proceeds),
  ['W', 'CW'].includes(row.adjustmentCode) ? amount(row.adjustment) : '$',
  '^',
];

const amount = (cents: Cents): string => `$${centsText(cents)}`;

/** A line end inside a symbol would start a new record. */
const ascii = (line: string): string => line.replace(/[^ -~]/gu, '?');
