import type { MethodName } from '../../../domain/engine';
import type { StatedTypeName } from '../../../domain/chain';
import { DisposalResponse, IncomeResponse, LotResponse } from '../../../presenters/shapes.dto';
import { TransactionResponse } from '../../../presenters/transactions/transaction.shapes.dto';
import { ChainSourceResponse } from '../wallets.shapes.dto';

/** What a leg, or the network fee, was valued at. */
export class TransactionPriceResponse {
  /** `in` and `out` are the legs. @example "in" */
  role!: 'in' | 'out' | 'fee';
  /** @example "ethereum:ETH" */
  token_key!: string;
  /** @example "ETH" */
  symbol!: string;
  /** @example "0.5" */
  quantity!: string;
  /** USD per unit; null when no source prices it. @example "308.4" */
  price!: string | null;
  /**
   * A provider; `trade`: the other side of the same trade; `stated_by_exchange`: the file or the API of the exchange;
   * `manual`: the owner. @example "defillama"
   */
  price_source!: string | null;
  /** The moment the price is of. @example "2017-10-07T12:30:11.000Z" */
  price_at!: string | null;
  /** USD. @example "154.2" */
  value_usd!: string | null;
}

/** Units taken out of a lot. */
export class LotUseResponse {
  /** @example "3f2b8c1e-6d4a-5f0b-9a57-1c2d3e4f5a6b" */
  lot_id!: string;
  /** @example "ethereum:ETH" */
  token_key!: string;
  /** @example "ETH" */
  symbol!: string;
  /** @example "0.5" */
  quantity!: string;
  /** USD, of these units. @example "154.2" */
  cost_basis!: string;
  /** Null when unknown. @example "2017-10-07T12:30:11.000Z" */
  acquisition_date!: string | null;
  /** @example false */
  is_untracked!: boolean;
  /** `disposal`, or how they went on: `transfer`, `bridge`, `wrap`, `split`. @example "disposal" */
  relation!:
    'disposal' | 'transfer' | 'bridge' | 'wrap' | 'split' | 'wash_adjustment' | 'manual_basis' | 'allocation';
  /** The lot they became; null when they are gone. @example null */
  to_lot_id!: string | null;
  /** @example "0f0b9a57-6d4a-5f0b-9a57-1c2d3e4f5a6b" */
  disposal_id!: string | null;
}

/** How the transaction was understood, and what follows from it. */
export class TaxRuleResponse {
  /** The rule of classification that decided. @example "swap" */
  rule!: string;
  /** @example "What was given is disposed of for the fair value of what was received." */
  treatment!: string;
  /** @example "IRC 1001, 26 CFR 1.1001-7" */
  authority!: string;
  /** Method of record. @example "fifo" */
  method!: MethodName;
}

/** api.md 1.1, Get Transaction Detail: everything one needs to explain one transaction. */
export class TransactionDetailResponse extends TransactionResponse {
  prices!: TransactionPriceResponse[];
  /** Of any wallet of the owner. */
  lots_created!: LotResponse[];
  lots_consumed!: LotUseResponse[];
  disposals!: DisposalResponse[];
  income!: IncomeResponse[];
  tax_rule!: TaxRuleResponse;
  /** Types that `classifyTransaction` accepts for the transaction, the likeliest first. @example ["swap", "wrap"] */
  choices!: StatedTypeName[];
  /** Null for what no chain reported: what a user enters by hand. */
  source!: ChainSourceResponse | null;
}

/** `GET /api/wallets/{address}/transactions`, without envelope. */
export class LegacyTransactionsResponse {
  /** As sent. @example "0x003dc32fe920a4aaeed12dc87e145f030aa753f3" */
  address!: string;
  transactions!: TransactionResponse[];
  /** @example 1 */
  page!: number;
  /** @example 50 */
  limit!: number;
  /** @example 576 */
  total!: number;
  /** True when the upstream could not give the whole history. @example false */
  truncated!: boolean;
}
