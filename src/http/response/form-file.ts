import { packForm, sizeOf } from '../../common/packed-form';
import { fileRowsOf, rulesOf, type FileRows, type MadeForm, type OfficialState } from '../../domain/forms';
import { isIncomplete, type SyncStatus } from '../../domain/portfolio/sync-status';
import { assumptionStatements } from '../../presenters/filing/assumption-statements';
import type { AnswerFacts } from '../../presenters/forms/answers';
import { toSyncStatus } from '../../presenters/sync-status.presenter';
import type { FormPrinter } from '../../ports/form-printer';
import type { Compute, ComputeCaller } from '../../ports/work/compute';
import { Download, exportHeaders, exportName, yearStem, type ExportFacts } from './download';
import { task, type JsonBasis } from './form-file.task';

/** What a file states beside its form. */
export interface FileBasis {
  /** `answer`: the JSON of the route, where `answerOf` has none. */
  facts: AnswerFacts | (Pick<AnswerFacts, 'address' | 'assumptions'> & { answer: object });
  /** Sentences of a PDF before those of the assumptions. */
  notes?: readonly string[];
}

export type MadeFile = FileBasis & { made: MadeForm };

export interface FileMaking extends FileBasis {
  syncStatus: SyncStatus;
  /** ms UTC */
  madeAt: number;
  printer: FormPrinter;
  compute: Compute;
  caller: ComputeCaller;
}

/** A form as an attachment. @source api.md 1.2, 2 (Form8949) */
export async function formFile(made: MadeForm, format: string, making: FileMaking): Promise<Download> {
  const { files, stem, official, yearOf } = rulesOf(made);
  const file = files[format];
  if (!file) throw new RangeError(`The form has no file ${format}`);
  const year = yearOf(made.content);
  const listed = file.shown ? ({ ...made, content: file.shown(made.content) } as MadeForm) : made;
  const state = official?.stateOf(
    made.content,
    await making.printer.hasOfficial(official.form, year),
    file.as,
  );
  const isPdf = file.extension === 'pdf';
  const content = isPdf
    ? await printed(made, file.as === 'summary', state, making)
    : await textOf(listed, format, state, making);
  const facts = exportFacts(fileRowsOf(listed), making.syncStatus);
  const name = `${yearStem(stem, making.facts.address, year)}${file.suffix ?? ''}`;
  return new Download(
    [content],
    { name: exportName(name, file.extension, facts), type: file.type },
    { ...exportHeaders(facts), ...(isPdf && state && { 'X-Export-Official-Form': state }) },
  );
}

function printed(
  made: MadeForm,
  isSummary: boolean,
  state: OfficialState | undefined,
  { facts, notes = [], madeAt, printer, caller }: FileMaking,
): Promise<Uint8Array> {
  const statements = [...notes, ...formStatements(facts.assumptions, [made])];
  return state === 'fields' || state === 'stamped'
    ? printer.printOfficial({ made, isSummary, statements }, madeAt, caller)
    : printer.print({ forms: [made], ...(isSummary && { as: 'summary' }), statements }, madeAt, caller);
}

async function textOf(
  made: MadeForm,
  format: string,
  officialForm: OfficialState | undefined,
  { facts, syncStatus, madeAt, compute, caller }: FileMaking,
): Promise<string | Uint8Array> {
  let json: JsonBasis | undefined;
  if (format === 'json') {
    const notes = toSyncStatus(syncStatus);
    if ('answer' in facts) return JSON.stringify({ ...facts.answer, ...notes });
    const window = { limit: facts.window.limit, total: facts.window.total };
    json = { facts: { ...facts, window, officialForm }, notes };
  }
  const input = { ...(await packForm(made, caller.signal)), format, json, madeAt };
  return compute.run(task, input, { ...caller, size: sizeOf(made) });
}

/** Method and assumptions, with the rows of sales that the default rules count. */
export function formStatements(
  assumptions: AnswerFacts['assumptions'],
  forms: readonly MadeForm[],
): string[] {
  const [sales] = forms.filter((made) => rulesOf(made).lists === 'rows');
  if (!sales) return assumptionStatements(assumptions);
  const { basisOf, yearOf } = rulesOf(sales);
  const { reasons } = basisOf(sales.content);
  return assumptionStatements(assumptions, { year: yearOf(sales.content), reasons });
}

/** Rows that a plan has cut are missing, so the form is truncated as well. @source api.md 1.2 */
export const exportFacts = (
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
