/** Public API: rows of Form 1099-DA and own sales in, differences and rows of Form 8949 out. */
export { salesOfYear, type AccountYear } from './account-year';
export { applyForms, type AppliedRow } from './apply';
export {
  assetOfRow,
  centsOfText,
  coinOfRow,
  coinOfSale,
  BROKER_BOXES,
  emptyBrokerRow,
  isTransferredIn,
  type BrokerBox,
  type BrokerRow,
  type BrokerTerm,
  type OwnSale,
} from './broker-row';
export { acceptedRows, ownSaleOfRow, type AcceptedForm, type RowsByYear } from './on-form';
export { orderChecks, VERDICTS, type OrderCheck, type Verdict } from './followed';
export { scaled as scaledUnits, type Match } from './match-rows';
export { fromCoinbase, fromFdx, fromTaxBit, UnreadableRow } from './read-row';
export {
  REASONS,
  reconcileAccounts,
  reconcileForms,
  type BrokerReconciliation,
  type Difference,
  type Reason,
  type Totals,
  type TotalsLine,
} from './reconcile';
export { valuedSales } from './valued-sales';
