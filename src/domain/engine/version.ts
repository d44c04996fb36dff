/**
 * Increase it when the same history may give a different ledger. Results stored by other versions are
 * recomputed.
 */
export const ENGINE_VERSION = '1.2.0';

/** The date of the law that the rules follow. */
export const LAW_AS_OF = '2025-12-31';
