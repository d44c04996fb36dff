/** Public API: what a bill would change in a history. No form is made of it. */
export {
  lawComparison,
  type BillComparison,
  type ComparedHistory,
  type RowDifference,
  type YearDifference,
} from './law-comparison';
export { BILL_RULES } from './bill-rules';
export { DOLLAR_COINS, hasTerm, TERM_NAMES, type StatedTerms, type TermName, type UsedTerm } from './terms';
