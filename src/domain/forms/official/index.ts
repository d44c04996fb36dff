/** Public API: which cells of the official forms have which text, and whether they add up. */
export { problems8949, problemsScheduleD, type LineTotals, type ReadCell } from './check';
export {
  copiesOf,
  lineTotalsOf,
  officialKind,
  OFFICIAL_STATES,
  officialState8949,
  officialStateD,
  type FormCopy,
  type OfficialKind,
  type OfficialState,
} from './copies';
export {
  cutInMiddle,
  fill8949,
  fillScheduleD,
  referenceOf,
  type FilledCells,
  type FitDescription,
} from './fill';
export {
  expectedFields,
  FORM_TITLES,
  KNOWN_YEARS,
  layout8949,
  layoutScheduleD,
  OFFICIAL_FORMS,
  type ExpectedField,
  type Layout8949,
  type LayoutScheduleD,
  type OfficialForm,
} from './layouts';
