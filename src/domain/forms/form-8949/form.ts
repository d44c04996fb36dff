import { FILE_KINDS, type Form } from '../form';
import type { FormRow } from '../form-row';
import { form8949Csv, formNotes, turboTaxCsv } from './csv';
import { drawNeedsValue, needsValuePages } from './needs-value.sheet';
import { pagesOf } from './pages';
import { drakeCsv, taxActCsv } from './preparers';
import type { Form8949 } from './rows';
import { drawForm8949 } from './sheet';
import { summaryForm } from './summary';
import { form8949Txf } from './txf';

const { csv, pdf, json } = FILE_KINDS;

export const FORM_8949 = {
  name: 'Form 8949',
  stem: 'form-8949',
  lists: 'rows',
  isReported: true,
  /** `notes`: the text that belongs beside the others. */
  files: {
    csv: { ...csv, text: form8949Csv },
    txf: { extension: 'txf', type: 'text/plain; charset=us-ascii', text: form8949Txf },
    pdf,
    json,
    turbotax: { ...csv, suffix: '-turbotax', text: turboTaxCsv },
    notes: { extension: 'txt', type: 'text/plain; charset=utf-8', suffix: '-notes', text: formNotes },
    drake: { ...csv, suffix: '-drake', text: drakeCsv },
    taxact: { ...csv, suffix: '-taxact', text: taxActCsv },
    summary_csv: { ...csv, suffix: '-summary', shown: summaryForm, text: form8949Csv },
    summary_pdf: { ...pdf, suffix: '-summary', as: 'summary' },
  },
  archived: ['csv', 'txf', 'drake', 'taxact', 'summary_csv', 'notes'],
  yearOf: ({ year }) => year,
  basisOf: (form) => form,
  factsOf: ({ rowCount, isLimited, excludedCount, doubtfulCount, isApproximate }) => ({
    count: rowCount,
    isLimited,
    excludedCount,
    doubtfulCount,
    isApproximate,
  }),
  listsOf: ({ sections, needsValue }) => [...sections.map(({ rows }) => rows), needsValue],
  withLists: (form, lists) => ({
    ...form,
    sections: form.sections.map((section, i) => ({ ...section, rows: (lists[i] ?? []) as FormRow[] })),
    needsValue: (lists[form.sections.length] ?? []) as FormRow[],
  }),
  sheetsOf: (form, as) => {
    const sheets = (shown: Form8949, isAttached: boolean) =>
      pagesOf(shown).map(
        (page): Drawn =>
          (sheet, place) =>
            drawForm8949(sheet, shown, page, { ...place, isAttached }),
      );
    const waiting = needsValuePages(form).map(
      (rows): Drawn =>
        (sheet, place) =>
          drawNeedsValue(sheet, form, rows, place),
    );
    const summary = as === 'summary' ? sheets(summaryForm(form), false) : [];
    return [...summary, ...sheets(form, as !== undefined), ...waiting];
  },
} as const satisfies Form<Form8949>;

type Drawn = ReturnType<Form<Form8949>['sheetsOf']>[number];
