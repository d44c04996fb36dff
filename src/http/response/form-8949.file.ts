import { packForm } from '../../common/packed-form';
import { officialState8949, type OfficialState } from '../../domain/filing';
import {
  reasonsOfForm,
  statusOf,
  summaryForm,
  type Form8949,
  type FormStatus,
  type Schedule1,
} from '../../domain/forms';
import { isIncomplete, type SyncStatus } from '../../domain/portfolio/sync-status';
import { assumptionStatements } from '../../presenters/filing/assumption-statements';
import type { FormFacts } from '../../presenters/form-8949.presenter';
import { toSyncStatus } from '../../presenters/sync-status.presenter';
import type { FormPrinter } from '../../ports/form-printer';
import type { Compute, ComputeCaller } from '../../ports/work/compute';
import { Download, exportHeaders, exportName, yearStem, type ExportFacts } from './download';
import { task, type TextFormat } from './form-file.task';

/**
 * `notes`: the text that belongs beside the others. `summary_csv` and `summary_pdf`: one row for each box, which the PDF
 * follows with the attached statement.
 */
export const FORM_8949_FORMATS = [
  'csv',
  'txf',
  'pdf',
  'json',
  'turbotax',
  'notes',
  'drake',
  'taxact',
  'summary_csv',
  'summary_pdf',
] as const;
export type Form8949Format = (typeof FORM_8949_FORMATS)[number];

export interface FileKind {
  extension: string;
  type: string;
  /** Follows the year in the name, where two kinds share an extension. */
  suffix?: string;
}

export const FILE_KINDS = {
  csv: { extension: 'csv', type: 'text/csv; charset=utf-8' },
  pdf: { extension: 'pdf', type: 'application/pdf' },
  json: { extension: 'json', type: 'application/json; charset=utf-8' },
} as const satisfies Record<string, FileKind>;

const FORM_FILES = {
  ...FILE_KINDS,
  turbotax: { ...FILE_KINDS.csv, suffix: '-turbotax' },
  drake: { ...FILE_KINDS.csv, suffix: '-drake' },
  taxact: { ...FILE_KINDS.csv, suffix: '-taxact' },
  summary_csv: { ...FILE_KINDS.csv, suffix: '-summary' },
  summary_pdf: { ...FILE_KINDS.pdf, suffix: '-summary' },
  txf: { extension: 'txf', type: 'text/plain; charset=us-ascii' },
  notes: { extension: 'txt', type: 'text/plain; charset=utf-8', suffix: '-notes' },
} as const satisfies Record<Form8949Format, FileKind>;

export interface FileMaking {
  facts: FormFacts;
  syncStatus: SyncStatus;
  /** ms UTC */
  madeAt: number;
  printer: FormPrinter;
  compute: Compute;
  caller: ComputeCaller;
}

/** Form 8949 as an attachment. @source api.md 1.2, 2 (Form8949) */
export async function form8949File(
  form: Form8949,
  format: Form8949Format,
  making: FileMaking,
): Promise<Download> {
  const shown = format === 'summary_csv' || format === 'summary_pdf' ? summaryForm(form) : form;
  const state = officialState8949(shown, await making.printer.hasOfficial('f8949', form.year));
  const listed = format === 'summary_csv' ? shown : form;
  const content = await contentOf(listed, format, state, making);
  const kind = FORM_FILES[format];
  return fileOf(
    yearStem('form-8949', making.facts.address, form.year),
    kind,
    content,
    rowsOfForm(listed),
    making.syncStatus,
    kind.extension === 'pdf' ? state : undefined,
  );
}

async function contentOf(
  form: Form8949,
  format: Form8949Format,
  state: OfficialState,
  { facts, syncStatus, madeAt, printer, compute, caller }: FileMaking,
): Promise<Uint8Array> {
  if (format === 'pdf' || format === 'summary_pdf') {
    const print = { form8949: form, statements: assumptionStatements(facts.assumptions, form) };
    const isSummary = format === 'summary_pdf';
    return isOfficial(state)
      ? printer.printOfficial({ ...print, isSummary }, madeAt, caller)
      : printer.print({ ...print, ...(isSummary && { form8949As: 'summary' }) }, madeAt, caller);
  }
  if (format !== 'json') {
    const name = format === 'summary_csv' ? 'csv' : format;
    return formText(form, { name }, { madeAt, compute, caller });
  }
  const window = { limit: facts.window.limit, total: facts.window.total };
  const json = {
    name: format,
    facts: { ...facts, window, officialForm: state },
    notes: toSyncStatus(syncStatus),
  };
  return formText(form, json, { madeAt, compute, caller });
}

/** True when a PDF is the official form. */
export const isOfficial = (state: OfficialState): boolean => state === 'fields' || state === 'stamped';

export async function formText(
  form: Form8949,
  format: TextFormat,
  { madeAt, compute, caller }: Pick<FileMaking, 'madeAt' | 'compute' | 'caller'>,
): Promise<Uint8Array> {
  const input = { ...(await packForm(form, caller.signal)), format, madeAt };
  return compute.run(task, input, { ...caller, size: form.rowCount + form.needsValue.length });
}

export function fileOf(
  name: string,
  { extension, type, suffix = '' }: FileKind,
  content: string | Uint8Array,
  rows: FileRows,
  syncStatus: SyncStatus,
  official?: OfficialState,
): Download {
  const facts = formFacts(rows, syncStatus);
  const file = { name: exportName(`${name}${suffix}`, extension, facts), type };
  const headers = { ...exportHeaders(facts), ...(official && { 'X-Export-Official-Form': official }) };
  return new Download([content], file, headers);
}

export interface FileRows {
  count: number;
  isLimited: boolean;
  excludedCount: number;
  /** Rows that may be duplicates. */
  doubtfulCount?: number;
  isApproximate?: boolean;
  status: FormStatus;
}

export const rowsOfForm = (form: Form8949): FileRows => ({
  count: form.rowCount,
  isLimited: form.isLimited,
  excludedCount: form.excludedCount,
  doubtfulCount: form.doubtfulCount,
  isApproximate: form.isApproximate,
  status: statusOf(reasonsOfForm(form)),
});

export const rowsOfSchedule = (schedule: Schedule1): FileRows => ({
  count: schedule.rows.length,
  isLimited: schedule.isLimited,
  excludedCount: schedule.excludedCount,
  status: statusOf(reasonsOfForm(schedule)),
});

/** Rows that a plan has cut are missing, so the form is truncated as well. @source api.md 1.2 */
export const formFacts = (
  { count, isLimited, excludedCount, doubtfulCount = 0, isApproximate, status }: FileRows,
  syncStatus: SyncStatus,
): ExportFacts => ({
  count,
  isTruncated: isLimited || syncStatus.truncated,
  isIncomplete: isIncomplete(syncStatus) || excludedCount + doubtfulCount > 0,
  isLimited,
  isApproximate,
  status,
});
