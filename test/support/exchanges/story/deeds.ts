export const VENUES = ['kraken', 'coinbase', 'binanceus', 'gemini', 'okx'] as const;
export type VenueName = (typeof VENUES)[number];

/** Stage 0, and stage 1 after the late rows arrived and what was pending is done. */
export type Stage = 0 | 1;

/** Amounts are decimal text; codes of coins are the common ones. */
interface At {
  /** ms UTC, a whole second. */
  at: number;
  /** The exchange lists it at stage 1 only, with its old time. */
  isLate?: true;
}

export interface Trade extends At {
  kind: 'trade';
  side: 'buy' | 'sell';
  base: string;
  quote: string;
  units: string;
  price: string;
  /** Negative: a rebate. */
  fee: { coin: string; units: string };
}

/** Coin against coin without an order. */
export interface Conversion extends At {
  kind: 'convert';
  gave: { coin: string; units: string };
  got: { coin: string; units: string };
}

export interface Movement extends At {
  kind: 'deposit' | 'withdrawal';
  coin: string;
  /** What arrives at the other end, or arrived here. */
  units: string;
  /** Of a withdrawal, besides `units`. */
  fee: string;
  /** Where the units went: of a withdrawal elsewhere, of a deposit in the account. */
  address: string;
  /** With `0x` where its chain has it. Null: none is stated. */
  hash: string | null;
  /** `pending`: done at stage 1, and until then without a hash. */
  end: 'done' | 'pending' | 'failed';
}

export interface Reward extends At {
  kind: 'reward';
  coin: string;
  units: string;
}

/** Units stay in the account under another name. */
export interface Staking extends At {
  kind: 'stake';
  coin: string;
  units: string;
}

export type Deed = Trade | Conversion | Movement | Reward | Staking;
export type Deeds = Readonly<Record<VenueName, readonly Deed[]>>;

/** A row as it is at both stages. */
export interface StagedRow<T> {
  isLate: boolean;
  first: T;
  /** Null: the same. */
  later: T | null;
}

export const rowsAt = <T>(rows: readonly StagedRow<T>[], stage: Stage): T[] =>
  rows.flatMap(({ isLate, first, later }) =>
    stage === 0 && isLate ? [] : [stage === 1 && later !== null ? later : first],
  );

/** Newest first; within one second the order of the story. */
export const newestFirst = <T extends { at: number }>(deeds: readonly T[]): T[] =>
  deeds.toSorted((a, b) => b.at - a.at);

export const seconds = (ms: number): number => Math.floor(ms / 1_000);
