import { listedLines, type ListedLine, type ScheduleD } from './rows';
import { centsText, type Cents } from '../cents';
import type { Form8949 } from '../form-8949/rows';
import { reasonSentences, unlisted } from '../status/notices';
import { reasonNames, reasonsOfForm } from '../status/status';
import { csvText, noticeLine, type CsvColumn } from '../../kernel/csv';

const column = (header: string, of: (totals: NonNullable<ListedLine['totals']>) => Cents) =>
  ({
    header,
    kind: 'number',
    of: ({ totals }: ListedLine) => (totals === null ? '' : centsText(of(totals))),
  }) as const;

const COLUMNS: readonly CsvColumn<ListedLine>[] = [
  { header: 'Line', kind: 'text', of: ({ line }) => line },
  { header: 'Caption', kind: 'text', of: ({ caption }) => caption },
  column('Proceeds', ({ proceeds }) => proceeds),
  column('Cost basis', ({ costBasis }) => costBasis),
  column('Adjustments', ({ adjustment }) => adjustment),
  { header: 'Gain or loss', kind: 'number', of: ({ gain }) => centsText(gain) },
  { header: 'Review', kind: 'text', of: ({ marks }) => reasonNames(marks).join(' ') },
];

/** One row per line of the schedule and of its worksheets. Last lines state what no line shows. */
export function scheduleDCsv(schedule: ScheduleD, form: Form8949): string {
  const reasons = reasonsOfForm(form);
  const waiting = reasons.filter(({ mark }) => mark === 'missing_value');
  const notices = reasonSentences([...unlisted(reasons), ...waiting], 'rows', form.historyGaps);
  return [
    csvText(COLUMNS, listedLines(schedule)),
    ...notices.map((sentence) => noticeLine(`INCOMPLETE: ${sentence}`, COLUMNS)),
  ].join('');
}
