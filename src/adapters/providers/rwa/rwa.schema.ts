import { z } from 'zod';

/** DefiLlama coins, read with numbers as their own text. What it has no price for is absent. */
export const navAnswer = z.object({ coins: z.record(z.string(), z.object({ price: z.unknown() })) });

/** The list of all pools of all projects: tens of thousands of rows, of which only ours are looked into. */
export const poolsAnswer = z.object({ data: z.array(z.unknown()) });

export const poolRow = z.object({
  project: z.string(),
  symbol: z.string(),
  tvlUsd: z.number().nullish(),
  /** Percent a year. */
  apy: z.number().nullish(),
  underlyingTokens: z.array(z.string().nullable()).nullish(),
});
export type PoolRow = z.infer<typeof poolRow>;

/** A bare number, read as its own text. */
export const tvlAnswer = z.string();
