import { z } from 'zod';

/** Numbers are read as text. Unpriced coins are absent. */
export const navAnswer = z.object({ coins: z.record(z.string(), z.object({ price: z.unknown() })) });

/** Tens of thousands of rows. Only rows of known projects are validated. */
export const poolsAnswer = z.object({ data: z.array(z.unknown()) });

export const poolRow = z.object({
  project: z.string(),
  symbol: z.string(),
  tvlUsd: z.number().nullish(),
  /** Percent a year. */
  apy: z.number().nullish(),
  underlyingTokens: z.array(z.string().nullable()).nullish(),
  pool: z.string().nullish(),
});
export type PoolRow = z.infer<typeof poolRow>;

/** A bare number, read as text. */
export const tvlAnswer = z.string();

/** Oldest first. Only rows with both fields are read. */
export const chartAnswer = z.object({ data: z.array(z.unknown()) });

export const chartRow = z.object({ timestamp: z.string(), apy: z.number() });
