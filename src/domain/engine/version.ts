/** Increase it when the same history may give a different ledger. Results of other versions are recomputed. */
export const ENGINE_VERSION = '1.9.0';

/** The date of the law that the rules follow: the latest source that was read. @source tax-rules 14.10; docs/adr/0008 */
export const LAW_AS_OF = '2026-06-30';

export const isPreliminaryYear = (year: number): boolean => `${year}-12-31` > LAW_AS_OF;
