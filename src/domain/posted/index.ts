/** Public API: rows of a request body -> ledger events. */
export { postedEvents } from './posted-events';
export { withOwnTransfers, type OwnTransfers } from './own-transfers';
export { isCash, symbolIn } from './posted-assets';
export { POSTED_TYPES, type PostedRow, type PostedType, type PostedSelection } from './row';
export { postedPrices } from './posted-prices';
