import type { Rate } from './rate-gate';

/** A courtesy limit: an operator's own endpoint or proxy has no published limit. */
export const OWN_ENDPOINT: Rate = { perSecond: 100, concurrency: 4 };

/** DefiLlama publishes no limit. This stays well below the known limit without a key. */
export const LLAMA_RATE: Rate = { perSecond: 8, concurrency: 4 };
