import type { StatedTypeName } from '../../../domain/chain';
import type { IssueType } from '../../../domain/portfolio/issues/issue';

/** The operation that resolves an issue. */
export class IssueFixResponse {
  /** Its `operationId`. @example "setLotBasis" */
  operation!: string;
  /** @example "PUT" */
  method!: 'POST' | 'PUT';
  /** @example "/api/v1/wallets/0xde300000000000000000000000000000000a11ce/lots/7e57d004-2b97-5e7a-b45f-5387367791cd/cost-basis" */
  path!: string;
  /** Types that `classifyTransaction` accepts for the transaction, the likeliest first. @example ["internal_transfer", "sell"] */
  choices!: StatedTypeName[];
}

/** One problem in the data, with its effect and its fix. */
export class IssueResponse {
  /** The same while the issue exists. @example "0b8f5e0a-6e0c-5f0e-9d2b-3d0f6f8f3c11" */
  issue_id!: string;
  /** @example "missing_basis" */
  type!: IssueType;
  /** @example "critical" */
  severity!: 'warning' | 'critical';
  /** As it was linked or sent. @example "0xde300000000000000000000000000000000a11ce" */
  address!: string;
  /** @example "ethereum" */
  chain!: string | null;
  /** @example "ethereum:UNI" */
  token_key!: string | null;
  /** @example "UNI" */
  symbol!: string | null;
  /** @example "1.5" */
  quantity!: string | null;
  tx_hash!: string | null;
  transaction_id!: string | null;
  lot_id!: string | null;
  /** @example "2021-03-07T12:30:11.000Z" */
  occurred_at!: string | null;
  /** The first of `tax_years`; null when any year can be affected. @example 2021 */
  tax_year!: number | null;
  /** Years in which the effect falls, in the zone of the owner. @example [2021] */
  tax_years!: number[];
  /** @example "The basis of these units is not known: they came from an unknown source." */
  message!: string;
  /** USD, largest change of realized gains; null when it is not known. @example "1618" */
  max_gain_effect!: string | null;
  fix!: IssueFixResponse | null;
}
