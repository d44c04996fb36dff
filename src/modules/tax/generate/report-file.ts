import { JsonText } from '../../../common/json-text';
import {
  formSentences,
  reasonSentences,
  reasonsOfForm,
  statusOf,
  summaryForm,
  worstOf,
  type Form8949,
  type Schedule1,
} from '../../../domain/forms';
import type { SyncStatus } from '../../../domain/portfolio/sync-status';
import { exportHeaders, exportName, yearStem } from '../../../http/response/download';
import {
  FILE_KINDS,
  formFacts,
  formText,
  rowsOfForm,
  rowsOfSchedule,
  type FileRows,
} from '../../../http/response/form-8949.file';
import type { TextFormat } from '../../../http/response/form-file.task';
import {
  SCHEDULE_D_FORMATS,
  scheduleDFile,
  type ScheduleDParts,
} from '../../../http/response/schedule-d.file';
import { assumptionStatements } from '../../../presenters/filing/assumption-statements';
import { toHistoryGaps } from '../../../presenters/sync-status.presenter';
import type { FormPrinter } from '../../../ports/form-printer';
import type { Compute, ComputeCaller } from '../../../ports/work/compute';
import type { ReportFormat } from './generate.dto';
import type { FrozenReportInput, WrittenReport } from './frozen-report.task';
import { scheduleText } from '../reports/schedule-file';
import { task as storedFile } from '../../../common/files/stored-file.task';
import { task as zipTask } from '../../../common/files/zip.task';

/** What the other files of an archive have no place for. */
const METHOD = 'METHOD.txt';

/** The forms of a report. Undefined for a form that it has not. */
export interface ReportForms {
  form8949: Form8949 | undefined;
  schedule1: Schedule1 | undefined;
}

/** What a file is made of. */
interface Making extends ReportForms {
  /** Of an archive with Form 8949. */
  scheduleD?: ScheduleDParts;
  syncStatus: SyncStatus;
  printer: FormPrinter;
  compute: Compute;
  caller: ComputeCaller;
}

type ReportFacts = FrozenReportInput['head'] & FrozenReportInput['tail'];

/** A report as a file, with the headers and the name of a direct export of the same forms. @returns a `JobFile` */
export async function reportFile(
  report: ReportFacts,
  written: WrittenReport,
  format: Exclude<ReportFormat, 'json'>,
  making: Making,
): Promise<JsonText> {
  const { report_id, input_hash, engine_version, address, tax_year: year } = report;
  const { form8949, schedule1, syncStatus, compute, caller } = making;
  const file = async (stem: string, type: string, content: Uint8Array, rows: FileRows): Promise<JsonText> => {
    const facts = formFacts(rows, syncStatus);
    const stored = await compute.run(
      storedFile,
      {
        facts: { report_id, input_hash, engine_version },
        filing: written.filing,
        file: { name: exportName(yearStem(stem, address, year), format, facts), type, content },
        headers: exportHeaders(facts),
      },
      { ...caller, size: content.length + written.filing.length },
    );
    return new JsonText(stored);
  };
  const both = [form8949 && rowsOfForm(form8949), schedule1 && rowsOfSchedule(schedule1)].filter(isGiven);
  switch (format) {
    case 'csv':
      if (form8949)
        return file(
          'form-8949',
          FILE_KINDS.csv.type,
          await textOf(form8949, 'csv', report, making),
          rowsOfForm(form8949),
        );
      if (schedule1)
        return file(
          'schedule-1',
          FILE_KINDS.csv.type,
          await scheduleText(schedule1, { name: 'csv' }, making),
          rowsOfSchedule(schedule1),
        );
      throw new TypeError('A CSV report needs a form');
    case 'pdf':
      return file('tax-report', FILE_KINDS.pdf.type, await printed(report, making), together(both));
    case 'zip': {
      const rows =
        both.length > 0
          ? together(both)
          : {
              count: 0,
              isLimited: report.is_limited,
              excludedCount: 0,
              status: report.summary?.status ?? ('COMPLETE' as const),
            };
      return file('tax-report', 'application/zip', await archiveOf(report, written, rows, making), rows);
    }
  }
}

/** @param rows of all its forms */
async function archiveOf(
  report: ReportFacts,
  written: WrittenReport,
  rows: FileRows,
  making: Making,
): Promise<Uint8Array> {
  const { form8949, schedule1, scheduleD, syncStatus } = making;
  const at = madeAt(report);
  const entries: [name: string, content: string | Uint8Array][] = [];
  const add = (
    stem: string,
    extension: string,
    content: string | Uint8Array,
    of: FileRows,
    suffix = '',
  ): void => {
    const name = `${yearStem(stem, report.address, report.tax_year)}${suffix}`;
    entries.push([exportName(name, extension, formFacts(of, syncStatus)), content]);
  };
  const note = noteOf(report, making);
  if (note !== null) entries.push(note);
  entries.push([METHOD, `${assumptionStatements(report.assumptions, form8949).join('\n')}\n`]);
  add('report', 'json', written.report, rows);
  if (form8949) {
    const ofForm = rowsOfForm(form8949);
    for (const name of ['csv', 'txf'] as const)
      add('form-8949', name, await textOf(form8949, name, report, making), ofForm);
    for (const name of ['drake', 'taxact'] as const)
      add('form-8949', 'csv', await textOf(form8949, name, report, making), ofForm, `-${name}`);
    const summary = summaryForm(form8949);
    add('form-8949', 'csv', await textOf(summary, 'csv', report, making), rowsOfForm(summary), '-summary');
    add('form-8949', 'txt', await textOf(form8949, 'notes', report, making), ofForm, '-notes');
  }
  if (scheduleD)
    for (const format of SCHEDULE_D_FORMATS) {
      const { file, pieces } = await scheduleDFile(scheduleD, format, { ...making, madeAt: at });
      const parts: Buffer[] = [];
      for await (const piece of pieces) parts.push(Buffer.from(piece));
      entries.push([file.name, Buffer.concat(parts)]);
    }
  if (schedule1) {
    const text = await scheduleText(schedule1, { name: 'csv' }, making);
    add('schedule-1', 'csv', text, rowsOfSchedule(schedule1));
  }
  if (form8949 ?? schedule1) add('tax-report', 'pdf', await printed(report, making), rows);
  const contents = entries.map(([name, content]) => ({ name, content: Buffer.from(content) }));
  const size = contents.reduce((sum, { content }) => sum + content.length, 0);
  return making.compute.run(zipTask, { entries: contents, at }, { ...making.caller, size });
}

const HEADS = {
  INCOMPLETE: 'INCOMPLETE: facts or rows are missing from the files of this archive. Do not file them.',
  REVIEW: 'REVIEW: confirm the marked rows of the files of this archive before you file them.',
} as const;

/** Why the files of an archive are not to be filed as they are, in a file of that name; null when they are complete. */
function noteOf(
  report: ReportFacts,
  { form8949, schedule1, scheduleD, syncStatus }: Making,
): [name: string, text: string] | null {
  const cutReport = `The plan of this account shows ${report.tx_limit} of ${report.tx_total} transactions.`;
  const gaps = toHistoryGaps(syncStatus, report.tax_year);
  const ofForms = [form8949, schedule1].filter(isGiven).map((form) => statusOf(reasonsOfForm(form)));
  const sentences = [
    ...(form8949 ? formSentences(form8949).map((reason) => `Form 8949: ${reason}`) : []),
    ...(scheduleD ? formSentences(scheduleD.form).map((reason) => `Schedule D: ${reason}`) : []),
    ...(schedule1
      ? reasonSentences(reasonsOfForm(schedule1), 'receipts', gaps).map((reason) => `Schedule 1: ${reason}`)
      : []),
  ];
  const isCut = ofForms.length === 0 && report.is_limited;
  const reasons = [...sentences, ...(isCut ? [cutReport] : []), ...(ofForms.length === 0 ? gaps : [])];
  const status = worstOf([...ofForms, isCut || gaps.length > 0 ? 'INCOMPLETE' : 'COMPLETE']);
  if (status === 'COMPLETE') return null;
  return [`${status}.txt`, [HEADS[status], '', ...reasons.map((reason) => `- ${reason}`), ''].join('\n')];
}

const textOf = (
  form: Form8949,
  name: Exclude<TextFormat['name'], 'json'>,
  report: ReportFacts,
  making: Making,
) => formText(form, { name }, { ...making, madeAt: madeAt(report) });

const printed = (report: ReportFacts, { form8949, schedule1, printer, caller }: Making) =>
  printer.print(
    {
      form8949,
      schedule1,
      statements: assumptionStatements(report.assumptions, form8949),
      reportId: report.report_id,
    },
    madeAt(report),
    caller,
  );

const madeAt = ({ generated_at: at }: ReportFacts): number => Date.parse(at);

const together = (forms: readonly FileRows[]): FileRows => ({
  count: forms.reduce((sum, { count }) => sum + count, 0),
  isLimited: forms.some(({ isLimited }) => isLimited),
  excludedCount: forms.reduce((sum, { excludedCount }) => sum + excludedCount, 0),
  doubtfulCount: forms.reduce((sum, { doubtfulCount = 0 }) => sum + doubtfulCount, 0),
  isApproximate: forms.some(({ isApproximate }) => isApproximate === true),
  status: worstOf(forms.map(({ status }) => status)),
});

const isGiven = <T>(value: T | undefined): value is T => value !== undefined;
