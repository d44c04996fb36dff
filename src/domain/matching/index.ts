/** The door of the matching room: both ends of a transfer found among the wallets and accounts of one owner. */
export { matchTransfers, type Decision, type Matching, type TransferMatch } from './match-transfers';
export { matchId, type MatchReason } from './candidate';
export type { TransferLeg } from './transfer-leg';
