/** Public API: what a return reports for a year, and what changed since it was filed. */
export { amendment, filingChanges, type FilingChanges, type LineChange, type RowChange } from './changes';
export {
  asksForAcquisitions,
  digitalAssetQuestion,
  type DigitalAssetQuestion,
} from './digital-asset-question';
export {
  annualExclusion,
  appraisalsOf,
  GIVEN_AWAY,
  givenAway,
  giftTotals,
  type GivenAway,
  type GivenAwayType,
  type RecipientTotal,
} from './given-away';
export {
  FILING_LINES,
  filingFigures,
  MAX_FILED_ROWS,
  type FiledForms,
  type FiledRow,
  type FilingFigures,
  type FilingLine,
  type FilingScope,
} from './figures';
