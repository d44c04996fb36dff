/** The room's front door: raw movements in, classified and valued transactions and ledger events out. */
export * from './chain-transaction';
export * from './wallet-transaction';
export { assetGroup, isListedAsset, listedSymbol } from './assets';
export { classifyHistory, classifying } from './classify';
export { isEscrowOf, placeOf } from './escrow';
export { type Change, type Flow, flowsOf } from './flows';
export { ledgerEvents, writingEvents, type LedgerPolicies } from './ledger-events';
export { type BalanceObservation, growingAssets, observationQueries } from './observation';
export { priceQueries, valueTransactions } from './value';
