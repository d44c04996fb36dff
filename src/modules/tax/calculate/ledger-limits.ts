/** What one calculation of a ledger may cost. Slices: lots, disposed parts of lots, and the links between lots. */
export const LEDGER_LIMITS = {
  /** Rows of a posted ledger. Without a credential: ANONYMOUS_LEDGER_ROWS. @source api.md 7 */
  rows: 50_000,
  slices: 1_000_000,
  anonymousSlices: 250_000,
} as const;
