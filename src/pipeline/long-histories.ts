/** Rows of a history whose ledger waits for its prices: a ledger without them would be computed twice. */
export const PRICED_FIRST_ROWS = 2_000;

/** From this number of rows on, a request does not classify a history while a job reads it. */
export const EARLY_ROWS = 20_000;
/** Rows of a wallet whose ledger takes seconds. */
export const LONG_ROWS = 20_000;
