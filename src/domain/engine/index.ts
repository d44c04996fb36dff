/** Public API. Other folders import this file only. */
export * from './model/transaction';
export * from './model/lot';
export { METHOD_NAMES, METHODS, type MethodName } from './methods';
export { BrokerCustody } from './methods/broker-custody';
export { ELECTABLE, methodInForce, type ElectableMethod, type MethodElection } from './methods/election';
export {
  OUTFLOWS,
  StandingSelections,
  type NamedUnits,
  type OutflowKind,
  type StandingSelection,
} from './methods/standing-selection';
export type { ReplayOptions } from './methods/replay-options';
export { LedgerSession, replay, simulateWashSales } from './replay/replay';
export { compareEvents } from './model/order';
export { acquiredLotId } from './model/lot-ids';
export { GAINLESS } from './model/outflow';
export { shareOf } from './model/share';
export { balanceChanges, type BalanceChange, type BalanceChanges } from './views/balance-changes';
export { computingIds, listingPositions, openLots, positions, type Position } from './views/holdings';
export { placingLots, rankingLots, rankLots } from './views/rank';
export {
  percentOf,
  unrealized,
  type Unrealized,
  type UnrealizedAsset,
  type UnrealizedLot,
  valuingLots,
} from './views/unrealized';
export {
  eachDisposal,
  recordingDisposals,
  summingTax,
  taxSummary,
  within,
  type SummaryFilter,
  type TaxSummary,
  type TermTotals,
} from './views/tax-summary';
export {
  countingIssues,
  reconcile,
  reconciling,
  severityOf,
  type Completeness,
  type Reconciliation,
  type Severity,
} from './views/reconciliation';
export { resultOf, transactionResults, withMove, type TransactionResult } from './views/transaction-results';
export { lineage, tracingLot, type Lineage, type LineageDirection, type PlacedLink } from './views/lineage';
export { harvest, harvesting, type HarvestOpportunity } from './views/harvest';
export { ENGINE_VERSION, isPreliminaryYear, LAW_AS_OF } from './version';
export { isLongTerm, longTermOn, taxYearOf } from '../kernel/calendar';
