/** Public API: finds both ends of a transfer among the wallets and accounts of one owner. */
export {
  matchingTransfers,
  matchTransfers,
  withNamedEnds,
  type Decision,
  type TransferMatch,
} from './match-transfers';
export { inSameUnits, isSameGroup, matchId, type MatchReason } from './candidate';
export { Arrivals } from './named-ends';
export type { TransferLeg } from './transfer-leg';
export { walletLeg } from './wallet-leg';
