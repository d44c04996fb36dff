/** Changes whenever the same history may give another ledger: stored results of other versions are recomputed. */
export const ENGINE_VERSION = '1.0.0';

/** The law the rules were written to. */
export const LAW_AS_OF = '2025-12-31';
