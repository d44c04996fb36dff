import { JsonText } from '../../../common/json-text';
import { formGaps, type Form8949, type Schedule1 } from '../../../domain/forms';
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
import { assumptionStatements } from '../../../presenters/filing/assumption-statements';
import { toHistoryGaps } from '../../../presenters/sync-status.presenter';
import type { FormPrinter } from '../../../ports/form-printer';
import type { Compute, ComputeCaller } from '../../../ports/work/compute';
import type { ReportFormat } from './generate.dto';
import type { FrozenReportInput, WrittenReport } from './frozen-report.task';
import { scheduleText } from '../reports/schedule-file';
import { task as storedFile } from './stored-file.task';
import { task as zipTask } from './zip.task';

const NOTE = 'INCOMPLETE.txt';
/** What the other files of an archive have no place for. */
const METHOD = 'METHOD.txt';

/** The forms of a report. Undefined for a form that it has not. */
export interface ReportForms {
  form8949: Form8949 | undefined;
  schedule1: Schedule1 | undefined;
}

/** What a file is made of. */
interface Making extends ReportForms {
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
          await scheduleText(schedule1, { name: 'csv', gaps: toHistoryGaps(syncStatus) }, making),
          rowsOfSchedule(schedule1),
        );
      throw new TypeError('A CSV report needs a form');
    case 'pdf':
      return file('tax-report', FILE_KINDS.pdf.type, await printed(report, making), together(both));
    case 'zip': {
      const rows =
        both.length > 0 ? together(both) : { count: 0, isLimited: report.is_limited, excludedCount: 0 };
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
  const { form8949, schedule1, syncStatus } = making;
  const at = madeAt(report);
  const entries: [name: string, content: string | Uint8Array][] = [];
  const add = (stem: string, extension: string, content: string | Uint8Array, of: FileRows) =>
    entries.push([
      exportName(yearStem(stem, report.address, report.tax_year), extension, formFacts(of, syncStatus)),
      content,
    ]);
  const note = noteOf(report, making);
  if (note !== null) entries.push([NOTE, note]);
  entries.push([METHOD, `${assumptionStatements(report.assumptions).join('\n')}\n`]);
  add('report', 'json', written.report, rows);
  if (form8949) {
    for (const name of ['csv', 'txf'] as const) {
      const text = await textOf(form8949, name, report, making);
      add('form-8949', name, text, rowsOfForm(form8949));
    }
  }
  if (schedule1) {
    const text = await scheduleText(schedule1, { name: 'csv', gaps: toHistoryGaps(syncStatus) }, making);
    add('schedule-1', 'csv', text, rowsOfSchedule(schedule1));
  }
  if (form8949 ?? schedule1) add('tax-report', 'pdf', await printed(report, making), rows);
  const contents = entries.map(([name, content]) => ({ name, content: Buffer.from(content) }));
  const size = contents.reduce((sum, { content }) => sum + content.length, 0);
  return making.compute.run(zipTask, { entries: contents, at }, { ...making.caller, size });
}

/** Why the files of an archive are not to be filed; null when nothing is missing from them. */
function noteOf(report: ReportFacts, { form8949, schedule1, syncStatus }: Making): string | null {
  const cutReport = `The plan of this account shows ${report.tx_limit} of ${report.tx_total} transactions.`;
  const reasons = [
    ...(form8949 ? formGaps(form8949, 'rows').map((reason) => `Form 8949: ${reason}`) : []),
    ...(schedule1 ? formGaps(schedule1, 'receipts').map((reason) => `Schedule 1: ${reason}`) : []),
    ...(!form8949 && !schedule1 && report.is_limited ? [cutReport] : []),
    ...toHistoryGaps(syncStatus),
  ];
  if (reasons.length === 0) return null;
  const head = 'INCOMPLETE: rows are missing from the files of this archive. Do not file them.';
  return [head, '', ...reasons.map((reason) => `- ${reason}`), ''].join('\n');
}

const textOf = (form: Form8949, name: 'csv' | 'txf', report: ReportFacts, making: Making) =>
  formText(form, { name }, { ...making, madeAt: madeAt(report) });

const printed = (report: ReportFacts, { form8949, schedule1, syncStatus, printer, caller }: Making) =>
  printer.print(
    {
      form8949,
      schedule1,
      gaps: toHistoryGaps(syncStatus),
      statements: assumptionStatements(report.assumptions),
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
});

const isGiven = <T>(value: T | undefined): value is T => value !== undefined;
