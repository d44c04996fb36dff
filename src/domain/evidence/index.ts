/** Public API: a form of a broker, own sales and their facts in, the evidence of each row out. */
export type { FactedSale, MovedUnits, OwnLot, SaleFacts } from './facts';
export { FiledLines, isAsFiled, type FiledLines8949, type FiledPlace } from './filed';
export { identifiedBy } from './identified';
export {
  basisText,
  isDisputed,
  letterLines,
  rowLines,
  textOrNone,
  unexplainedOf,
  type LetterFacts,
} from './letter';
export { effectOf, EVIDENCE_REASONS, type EvidenceReason, type EvidenceReasonName } from './reasons';
export {
  evidenceOf,
  EVIDENCE_VERDICTS,
  type Evidence,
  type EvidenceInput,
  type EvidenceLine,
  type EvidenceRow,
  type EvidenceVerdict,
} from './rows';
