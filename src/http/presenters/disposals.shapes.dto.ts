/** Slices sold and income received, as they go over the wire. Decimals are strings, moments ISO 8601 UTC. */

/** api.md 2, Disposal: one slice of one lot, gone for good. */
export class DisposalBody {
  /** @example "0f0b9a57-6d4a-5f0b-9a57-1c2d3e4f5a6b" */
  disposal_id!: string;
  /** @example "3f2b8c1e-6d4a-5f0b-9a57-1c2d3e4f5a6b" */
  lot_id!: string;
  /** @example "ethereum:ETH" */
  token_key!: string;
  /** @example "ETH" */
  symbol!: string;
  /** @example "ethereum" */
  chain!: string;
  /** @example "0.25" */
  quantity!: string;
  /** USD, after selling costs. @example "75.1" */
  proceeds!: string;
  /** USD. @example "70" */
  cost_basis!: string;
  /** USD: proceeds less cost basis, before any wash disallowance. @example "5.1" */
  gain_loss!: string;
  /** USD, already taken off the proceeds. @example "0.2" */
  fees!: string;
  /** Null when unknown. @example "2017-10-07T12:30:11.000Z" */
  acquisition_date!: string | null;
  /** @example "2018-03-01T08:00:00.000Z" */
  disposal_date!: string;
  /** @example false */
  is_long_term!: boolean;
  /** @example "short" */
  term!: 'short' | 'long';
  /** @example "swap" */
  type!: string;
  /** @example false */
  is_untracked!: boolean;
  /** USD. @example "0" */
  wash_sale_disallowed!: string;
  /** @example "0x36211a9dad7a5b5b4a4f19d2f0ef7ff63d29a6c5d3a5aa2bdd9ce1ba4ab04c04" */
  tx_hash!: string | null;
  /** @example "7e57d004-2b97-5e7a-b45f-5387367791cd" */
  transaction_id!: string;
  /** @example "defillama" */
  price_source!: string | null;
  /** @example [] */
  flags!: string[];
}

/** api.md 2, Income. */
export class IncomeBody {
  /** @example "0f0b9a57-6d4a-5f0b-9a57-1c2d3e4f5a6b" */
  income_id!: string;
  /** @example "staking_reward" */
  type!: string;
  /** @example "ethereum:ETH" */
  token_key!: string;
  /** @example "ETH" */
  symbol!: string;
  /** @example "ethereum" */
  chain!: string;
  /** @example "0.01" */
  quantity!: string;
  /** USD at receipt. @example "30.44" */
  fair_market_value!: string;
  /** USD per unit at receipt. @example "3044" */
  price!: string;
  /** @example "defillama" */
  price_source!: string | null;
  /** @example "2024-01-31T12:00:00.000Z" */
  received_at!: string;
  /** The lot it made. @example "3f2b8c1e-6d4a-5f0b-9a57-1c2d3e4f5a6b" */
  lot_id!: string;
  /** @example "7e57d004-2b97-5e7a-b45f-5387367791cd" */
  transaction_id!: string;
  /** @example "0x36211a9dad7a5b5b4a4f19d2f0ef7ff63d29a6c5d3a5aa2bdd9ce1ba4ab04c04" */
  tx_hash!: string | null;
}
