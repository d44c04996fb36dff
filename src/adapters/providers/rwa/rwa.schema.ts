import { z } from 'zod';

/** DefiLlama coins, with numbers read as text. Unpriced coins are absent. */
export const navAnswer = z.object({ coins: z.record(z.string(), z.object({ price: z.unknown() })) });

/**
 * The list of all pools of all projects: tens of thousands of rows. Only rows of known projects are
 * validated.
 */
export const poolsAnswer = z.object({ data: z.array(z.unknown()) });

export const poolRow = z.object({
  project: z.string(),
  symbol: z.string(),
  tvlUsd: z.number().nullish(),
  /** Percent a year. */
  apy: z.number().nullish(),
  underlyingTokens: z.array(z.string().nullable()).nullish(),
  /** The id of the pool, and of its history. */
  pool: z.string().nullish(),
});
export type PoolRow = z.infer<typeof poolRow>;

/** A bare number, read as text. */
export const tvlAnswer = z.string();

/** The history of one pool, oldest first. Only rows with both fields are read. */
export const chartAnswer = z.object({ data: z.array(z.unknown()) });

export const chartRow = z.object({ timestamp: z.string(), apy: z.number() });
