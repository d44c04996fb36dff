/** The public API of this folder: raw movements in, classified and valued transactions and ledger events out. */
export * from './facts/chain-transaction';
export * from './facts/wallet-transaction';
export { WeakMapInParts } from './facts/weak-map-in-parts';
export { holdsDeposits } from './protocols/deposits';
export {
  assetGroup,
  groupOfSymbol,
  firstForm,
  growthOf,
  isDebt,
  isListedAsset,
  isNft,
  listedDecimals,
  isDollarCoin,
  listedSymbol,
} from './facts/assets';
export { isSwapMemo } from './facts/memo';
export { BUNDLES, CHANNEL_CALLS, isBundled, methodName, STAKE_TRANSFER } from './facts/methods';
export { TOKENS } from './facts/tokens';
export {
  COLLECT,
  DECREASE,
  INCREASE,
  isPosition,
  logsDecreases,
  namesPosition,
  POSITION_DECIMALS,
} from './facts/positions';
export { isWithdrawalRequests } from './facts/known-contracts';
export { leavesSilently } from './protocols/migrations';
export { coverageRows } from './protocols/coverage-rows';
export { ruleNames } from './classify/rules';
export { classifyHistory, classifying, classifyingOn, type Classification } from './classify/classify';
export { tradedAssets } from './classify/spam/owner-spam';
export {
  choicesOf,
  misfitTo,
  STATED_TYPES,
  statedRule,
  statementKey,
  type OwnerDecisions,
  type Statement,
  type StatedTypeName,
  withStatements,
} from './classify/stated';
export { escrowWallet, isEscrowOf, placeOf } from './events/escrow';
export { heldCause, heldPlace, isHeldPlace, isUnknownReceipt, type HeldCause } from './facts/held';
export { carriesDeposit, DEPOSIT_POLICIES, isTaxedWrap, type DepositPolicy } from './events/receipts';
export { type Change, type Flow, flowsOf } from './events/flows';
export { openingTransfers, unmatchedTransfers, type UnmatchedTransfers } from './events/unmatched';
export { ledgerEvents, writingEvents, type LedgerPolicies } from './events/ledger-events';
export { type BalanceObservation, GrowingAssets, observationQueries } from './events/observation';
export { marketQueries, withMarkets } from './pricing/markets';
export { markingDoubts, withDoubts } from './pricing/doubts';
export { hasPoolPrice, withPoolPrices } from './pricing/pool-history';
export {
  VAULT_SHARE,
  type VaultRates,
  vaultQueries,
  collectingVaultRates,
  withVaultRates,
} from './pricing/vault-rates';
export { feesToValue, feeToValue, valuedSides, withUserValue } from './pricing/user-value';
export { priceQueries, valueTransactions } from './pricing/value';
