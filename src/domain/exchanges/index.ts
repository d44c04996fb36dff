/** The public API of this folder: rows of an exchange -> records -> transactions of a wallet. */
export * from '../kernel/exchanges/exchange';
export * from './record';
export { coinAsset, canonicalCoin } from './coins';
export { recordBalances } from './balances';
export { balanceDifferences, type BalanceCause, type BalanceDifference } from './reconcile';
export { flatCells } from './flat-cells';
export {
  accountRecords,
  apiRow,
  isOpenRow,
  openAmounts,
  readingRecords,
  rowKey,
  type AccountRecords,
  type ExchangeRow,
  type StoredExchangeRow,
} from './records';
export { FORMATS, formatNamed, formatOf, MOST_PREAMBLE_LINES } from './formats';
export {
  amountOf,
  cell,
  columnName,
  DATE_ORDERS,
  dateOrderOf,
  monthFirst,
  timeIn,
  UnreadableRow,
  withSlashes,
  type Cells,
  type DateOrder,
} from './cells';
export { markEvidence, withPoint } from './files/number-marks';
export { EXPORTS, otherExport } from './files/exports';
export { comparingRows, isSameAccount, type CommonRows } from './files/same-account';
export { EXCHANGE_LISTS, FILE_ZONE, PARTS, type ExchangeListName, type Part, type RowFormat } from './row';
export { exchangeTransactions, readingTransactions, type ExchangeAccountRef } from './transactions';
export { RETURNED_RULE } from './rules/returned';
export { krakenCoin } from './venues/kraken';
