/** Rows of a history whose ledger is not computed between requests where jobs run elsewhere. */
export const LEFT_ROWS = 2_000;

/** From this number of rows on, a request does not classify a history while a job reads it. */
export const EARLY_ROWS = 20_000;
/** Rows of a wallet whose ledger takes seconds. */
export const LONG_ROWS = 20_000;
