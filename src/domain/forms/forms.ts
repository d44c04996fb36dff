import type { Form, FormRowFacts } from './form';
import { FORM_8949 } from './form-8949/form';
import { lineTotalsOf, officialState8949, officialStateD } from './official';
import type { Form8949 } from './form-8949/rows';
import { SCHEDULE_1 } from './schedule-1/form';
import { SCHEDULE_D } from './schedule-d/form';
import type { ScheduleD } from './schedule-d/rows';
import { reasonsOfForm, statusOf, type FormStatus } from './status/status';

/** FORMS: every form, in the order of a document. */
export const FORMS = {
  form_8949: { ...FORM_8949, official: { form: 'f8949', stateOf: officialState8949 } },
  schedule_d: {
    ...SCHEDULE_D,
    official: { form: 'f1040sd', stateOf: (_, isInstalled) => officialStateD(isInstalled) },
  },
  schedule_1: SCHEDULE_1,
} as const satisfies Record<string, Form<object>>;
export type FormName = keyof typeof FORMS;
export const FORM_NAMES = Object.keys(FORMS) as FormName[];

/** Forms that a ledger alone gives: parts of a report. */
export type ReportedForm = {
  [N in FormName]: (typeof FORMS)[N]['isReported'] extends true ? N : never;
}[FormName];
export const REPORTED_FORMS = FORM_NAMES.filter((name): name is ReportedForm => FORMS[name].isReported);

export type FormatOf<N extends FormName> = keyof (typeof FORMS)[N]['files'] & string;

/** In the order of the row. */
export const formatsOf = <N extends FormName>(form: N): FormatOf<N>[] =>
  Object.keys(FORMS[form].files) as FormatOf<N>[];

type ContentOf<N extends FormName> = Parameters<(typeof FORMS)[N]['yearOf']>[0];

/** A form of one year. */
export type MadeForm<N extends FormName = FormName> = { [K in N]: { form: K; content: ContentOf<K> } }[N];

export const madeScheduleD = (schedule: ScheduleD, form: Form8949): MadeForm<'schedule_d'> => ({
  form: 'schedule_d',
  content: { schedule, form: FORM_8949.withLists(form, []), ofCopies: lineTotalsOf(form) },
});

export const rulesOf = ({ form }: Pick<MadeForm, 'form'>): Form<object> => FORMS[form];

export interface FileRows extends FormRowFacts {
  status: FormStatus;
}

export const fileRowsOf = (made: MadeForm): FileRows => {
  const form = rulesOf(made);
  return { ...form.factsOf(made.content), status: statusOf(reasonsOfForm(form.basisOf(made.content))) };
};
