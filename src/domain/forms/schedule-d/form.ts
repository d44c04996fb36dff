import { FILE_KINDS, type Form } from '../form';
import { FORM_8949 } from '../form-8949/form';
import type { Form8949, FormTotals } from '../form-8949/rows';
import { scheduleDCsv } from './csv';
import { listedLines, type ScheduleD } from './rows';
import { drawScheduleD } from './sheet';

export interface ScheduleDContent {
  schedule: ScheduleD;
  /** Whose totals the schedule repeats; without its rows. */
  form: Form8949;
  /** What the copies of that form add up to, by line: the official schedule must repeat it. */
  ofCopies: ReadonlyMap<string, FormTotals>;
}

const { csv, pdf, json } = FILE_KINDS;

export const SCHEDULE_D = {
  name: 'Schedule D',
  stem: 'schedule-d',
  lists: 'rows',
  isReported: false,
  files: {
    csv: { ...csv, text: ({ schedule, form }) => scheduleDCsv(schedule, form) },
    pdf,
    json,
  },
  archived: ['csv', 'pdf', 'json'],
  yearOf: ({ schedule }) => schedule.year,
  basisOf: ({ form }) => form,
  factsOf: ({ schedule, form }) => ({ ...FORM_8949.factsOf(form), count: listedLines(schedule).length }),
  listsOf: () => [],
  withLists: (content) => content,
  sheetsOf: ({ schedule }) => [(sheet, place) => drawScheduleD(sheet, schedule, place)],
} as const satisfies Form<ScheduleDContent>;
