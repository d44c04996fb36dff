/** The door of the posted room: rows of a request body -> events of the books. */
export { postedEvents } from './posted-events';
export { withOwnTransfers } from './own-transfers';
export { isIncomeRow, POSTED_TYPES, type PostedRow, type PostedSelection, type PostedType } from './row';
export { postedPrices } from './posted-prices';
