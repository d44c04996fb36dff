import { JsonText } from '../../../common/json-text';
import {
  fileRowsOf,
  FORM_NAMES,
  formSentences,
  reasonsOfForm,
  rulesOf,
  statusOf,
  worstOf,
  type FileRows,
  type MadeForm,
} from '../../../domain/forms';
import { exportHeaders, exportName, yearStem, type Download } from '../../../http/response/download';
import {
  exportFacts,
  formFile,
  formStatements,
  type FileMaking,
  type MadeFile,
} from '../../../http/response/form-file';
import { toHistoryGaps } from '../../../presenters/sync-status.presenter';
import type { ReportFormat } from './generate.dto';
import type { FrozenReportInput, WrittenReport } from './frozen-report.task';
import { task as storedFile } from '../../../common/files/stored-file.task';
import { task as zipTask } from '../../../common/files/zip.task';

/** What the other files of an archive have no place for. */
const METHOD = 'METHOD.txt';

/** What a file is made of. */
interface Making extends Omit<FileMaking, 'madeAt'> {
  /** The forms of the report. */
  forms: readonly MadeForm[];
  /** Of an archive with Form 8949. */
  scheduleD?: MadeFile;
}

type ReportFacts = FrozenReportInput['head'] & FrozenReportInput['tail'];

/** A report as a file, with the headers and the name of a direct export of the same forms. @returns a `JobFile` */
export async function reportFile(
  report: ReportFacts,
  written: WrittenReport,
  format: Exclude<ReportFormat, 'json'>,
  making: Making,
): Promise<JsonText> {
  const { report_id, input_hash, engine_version } = report;
  const { compute, caller } = making;
  const { file, content, headers } =
    format === 'csv' ? await csvOf(report, making) : await documentOf(report, written, format, making);
  const stored = await compute.run(
    storedFile,
    {
      facts: { report_id, input_hash, engine_version },
      filing: written.filing,
      file: { ...file, content },
      headers,
    },
    { ...caller, size: content.length + written.filing.length },
  );
  return new JsonText(stored);
}

async function csvOf(report: ReportFacts, { forms, ...making }: Making) {
  const [first] = forms;
  if (!first) throw new TypeError('A CSV report needs a form');
  const { file, headers, pieces } = await formFile(first, 'csv', { ...making, madeAt: madeAt(report) });
  return { file, headers, content: await bytesOf(pieces) };
}

async function documentOf(
  report: ReportFacts,
  written: WrittenReport,
  format: 'pdf' | 'zip',
  making: Making,
) {
  const rows = making.forms.length > 0 ? together(making.forms.map(fileRowsOf)) : noRows(report);
  const facts = exportFacts(rows, making.syncStatus);
  const stem = yearStem('tax-report', report.address, report.tax_year);
  const content =
    format === 'pdf' ? await printed(report, making) : await archiveOf(report, written, rows, making);
  const file = { name: exportName(stem, format, facts), type: `application/${format}` };
  return { file, headers: exportHeaders(facts), content };
}

/** @param rows of all its forms */
async function archiveOf(
  report: ReportFacts,
  written: WrittenReport,
  rows: FileRows,
  making: Making,
): Promise<Uint8Array> {
  const { forms, scheduleD, syncStatus } = making;
  const at = madeAt(report);
  const stem = yearStem('tax-report', report.address, report.tax_year);
  const files = inOrder([
    ...forms.map((made) => ({ made, facts: making.facts })),
    ...(scheduleD ? [scheduleD] : []),
  ]);
  const entries: [name: string, content: string | Uint8Array][] = [];
  const add = (name: string, extension: string, content: Uint8Array): void => {
    entries.push([exportName(name, extension, exportFacts(rows, syncStatus)), content]);
  };
  const note = noteOf(report, files, syncStatus);
  if (note !== null) entries.push(note);
  entries.push([METHOD, `${formStatements(report.assumptions, forms).join('\n')}\n`]);
  add(yearStem('report', report.address, report.tax_year), 'json', written.report);
  for (const { made, ...basis } of files)
    for (const format of rulesOf(made).archived) {
      const { file, pieces } = await formFile(made, format, { ...making, ...basis, madeAt: at });
      entries.push([file.name, await bytesOf(pieces)]);
    }
  if (forms.length > 0) add(stem, 'pdf', await printed(report, making));
  const contents = entries.map(([name, content]) => ({ name, content: Buffer.from(content) }));
  const size = contents.reduce((sum, { content }) => sum + content.length, 0);
  return making.compute.run(zipTask, { entries: contents, at }, { ...making.caller, size });
}

const inOrder = (files: readonly MadeFile[]): MadeFile[] =>
  FORM_NAMES.flatMap((name) => files.filter(({ made }) => made.form === name));

async function bytesOf(pieces: Download['pieces']): Promise<Uint8Array> {
  const parts: Buffer[] = [];
  for await (const piece of pieces) parts.push(Buffer.from(piece));
  return Buffer.concat(parts);
}

const HEADS = {
  INCOMPLETE: 'INCOMPLETE: facts or rows are missing from the files of this archive. Do not file them.',
  REVIEW: 'REVIEW: confirm the marked rows of the files of this archive before you file them.',
} as const;

/** Why the files of an archive are not to be filed as they are, in a file of that name; null when they are complete. */
function noteOf(
  report: ReportFacts,
  files: readonly MadeFile[],
  syncStatus: FileMaking['syncStatus'],
): [name: string, text: string] | null {
  const cutReport = `The plan of this account shows ${report.tx_limit} of ${report.tx_total} transactions.`;
  const gaps = toHistoryGaps(syncStatus, report.tax_year);
  const forms = files.map(({ made }) => {
    const { name, lists, basisOf } = rulesOf(made);
    const basis = basisOf(made.content);
    return {
      status: statusOf(reasonsOfForm(basis)),
      sentences: formSentences(basis, lists).map((reason) => `${name}: ${reason}`),
    };
  });
  const isCut = forms.length === 0 && report.is_limited;
  const reasons = [
    ...forms.flatMap(({ sentences }) => sentences),
    ...(isCut ? [cutReport] : []),
    ...(forms.length === 0 ? gaps : []),
  ];
  const own = isCut || gaps.length > 0 ? 'INCOMPLETE' : 'COMPLETE';
  const status = worstOf([...forms.map((form) => form.status), own]);
  if (status === 'COMPLETE') return null;
  return [`${status}.txt`, [HEADS[status], '', ...reasons.map((reason) => `- ${reason}`), ''].join('\n')];
}

const printed = (report: ReportFacts, { forms, printer, caller }: Making) =>
  printer.print(
    { forms, statements: formStatements(report.assumptions, forms), reportId: report.report_id },
    madeAt(report),
    caller,
  );

const madeAt = ({ generated_at: at }: ReportFacts): number => Date.parse(at);

const noRows = (report: ReportFacts): FileRows => ({
  count: 0,
  isLimited: report.is_limited,
  excludedCount: 0,
  status: report.summary?.status ?? 'COMPLETE',
});

const together = (forms: readonly FileRows[]): FileRows => ({
  count: forms.reduce((sum, { count }) => sum + count, 0),
  isLimited: forms.some(({ isLimited }) => isLimited),
  excludedCount: forms.reduce((sum, { excludedCount }) => sum + excludedCount, 0),
  doubtfulCount: forms.reduce((sum, { doubtfulCount = 0 }) => sum + doubtfulCount, 0),
  isApproximate: forms.some(({ isApproximate }) => isApproximate === true),
  status: worstOf(forms.map(({ status }) => status)),
});
