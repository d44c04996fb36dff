/** Public API: a ledger in, tax forms and their files out. */
export {
  BOX_NAMES,
  boxCaption,
  BOXES,
  boxesOf,
  boxesOfPart,
  FORM_1099_DA_FROM,
  type Account,
  type Box,
  type BoxPair,
  type Part,
} from './boxes';
export { centsText, ROUNDINGS, toCents, type Cents, type Rounding } from './cents';
export { isOfCollectible, withCollectible } from './collectibles';
export {
  form8949,
  form8949InSlices,
  formOf,
  formRowsInSlices,
  rowsOf,
  totalsOf,
  withRows,
  type Form8949,
  type Form8949Request,
  type FormRows,
  type FormSection,
  type FormTotals,
} from './form-8949/rows';
export { FORM_FLAGS, POSSIBLY_TWICE, printedAmounts, type FormRow } from './form-row';
export {
  jointlyPrinted,
  nothingPrinted,
  statedSummary,
  statingSummary,
  type PrintedSums,
  untrackedGainOf,
  type StatedSummary,
} from './printed-summary';
export { LEAST_EFFECT } from './status/effects';
export { incomeMarks, marksOf } from './status/row-marks';
export type { Unsettled } from './status/unsettled';
export {
  codesNotice,
  formSentences,
  legendOf,
  reasonSentences,
  SIGNS,
  signOf,
  stampOf,
  unlisted,
  type Listed,
  type Stamp,
} from './status/notices';
export {
  FORM_STATUSES,
  joinedReasons,
  MARKS,
  reasonNames,
  reasonsOfForm,
  STATUS_REASONS,
  statusOf,
  withHistory,
  worstOf,
  type FormBasis,
  type FormStatus,
  type Mark,
  type StatusReason,
  type StatusReasonName,
} from './status/status';
export { CARRIED as TXF_CODES, form8949Txf } from './form-8949/txf';
export { reportYears } from './report-years';
export { isOnForm } from './slices';
export { summaryForm, type PrintedAs } from './form-8949/summary';
export { incomeLine, schedule1, type Schedule1 } from './schedule-1/rows';
export { schedule1Lines, type IncomeRow, type Schedule1Lines } from './schedule-1/lines';
export { importedDate, usDate } from './us-date';
export {
  FORM_LINES,
  listedLines,
  scheduleD,
  type CarryoverWorksheet,
  type CollectiblesWorksheet,
  type ReturnFacts,
  type ScheduleD,
  type ScheduleDRow,
} from './schedule-d/rows';
export { FILE_KINDS } from './form';
export {
  fileRowsOf,
  FORM_NAMES,
  formatsOf,
  FORMS,
  REPORTED_FORMS,
  madeScheduleD,
  rulesOf,
  type FileRows,
  type FormatOf,
  type FormName,
  type ReportedForm,
  type MadeForm,
} from './forms';
export { footer, stamp, WIDTH, type Place } from './paper/frame';
export { drawLetter, drawStatements, statementPages } from './paper/statements';
export { PAGE, type Sheet, type TextBox, type TextStyle } from './paper/sheet';
export * from './official';
