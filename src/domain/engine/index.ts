/** The engine's front door: other rooms import this file and no other. */
export * from './transaction';
export * from './lot';
export { METHODS, type MethodName } from './methods';
export type { ReplayOptions } from './books';
export { LedgerSession, replay, simulateWashSales } from './replay';
export { compareEvents } from './order';
export { acquiredLotId } from './lot-record';
export { GAINLESS } from './outflow';
export { compareLots, positions, type Position } from './holdings';
export { rankLots } from './rank';
export {
  percentOf,
  unrealized,
  type Unrealized,
  type UnrealizedAsset,
  type UnrealizedLot,
} from './unrealized';
export { taxSummary, within, type SummaryFilter, type TaxSummary, type TermTotals } from './tax-summary';
export { reconcile, severityOf, type Reconciliation, type Severity } from './reconciliation';
export { lineage, type Lineage, type LineageDirection } from './lineage';
export { harvest, type Harvest, type HarvestOpportunity } from './harvest';
export { WASH_WINDOW_DAYS } from './wash-sale';
export { ENGINE_VERSION, LAW_AS_OF } from './version';
export { isLongTerm, longTermOn, taxYearOf } from '../kernel/calendar';
