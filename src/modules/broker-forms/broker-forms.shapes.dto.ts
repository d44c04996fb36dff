import { ApiProperty } from '@nestjs/swagger';
import type { Reason, Verdict } from '../../domain/broker';
import { Form8949LineResponse } from '../../presenters/forms/form-8949.shapes.dto';

/** One sale of Form 1099-DA. Each field is named after its box; null: the box is empty. */
export class BrokerRowResponse {
  /** @example "H" */
  box_8949!: string | null;
  cusip!: string | null;
  /** @example "999999999" */
  box_1a!: string | null;
  /** @example "Ether" */
  box_1b!: string | null;
  /** @example "1.5" */
  box_1c!: string;
  /** @example null */
  box_1d!: string | null;
  /** @example "2025-05-01" */
  box_1e!: string;
  /** @example "3000.00" */
  box_1f!: string;
  box_1g!: string | null;
  box_1h!: string | null;
  box_1i!: string | null;
  box_2!: boolean;
  /** @example "gross" */
  box_3a!: 'gross' | 'net' | null;
  box_3b!: boolean;
  box_4!: string | null;
  box_5!: boolean;
  /** @example "short" */
  box_6!: 'short' | 'long' | 'ordinary' | null;
  box_7!: boolean;
  box_8!: boolean;
  box_9!: boolean;
  box_11a!: 'stablecoin' | 'nft' | null;
  box_11b!: string | null;
  box_11c!: string | null;
  box_12a!: string | null;
  box_12b!: string | null;
  box_14!: string | null;
  box_15!: string | null;
  box_16!: string | null;
  /** @example "ETH" */
  symbol!: string | null;
  account_number!: string | null;
  transaction_id!: string | null;
  /** Fields of the file without a box here, unchanged. */
  @ApiProperty({ type: 'object', additionalProperties: true, nullable: true, example: null })
  other!: Record<string, unknown> | null;
}

/** A form as it is listed. */
export class BrokerFormResponse {
  id!: string;
  /** @example 2025 */
  tax_year!: number;
  /** @example "Coinbase" */
  broker!: string;
  account_id!: string | null;
  /** The portfolio on whose forms its rows are. Null: all portfolios, or those with the account. @example null */
  portfolio_id!: string | null;
  /** `rows`, `fdx`, `taxbit` or `coinbase`. @example "rows" */
  format!: string;
  /** @example 1 */
  row_count!: number;
  /** @example 1 */
  own_sale_count!: number;
  /** Codes of assets (box 1a) that no own sale has. */
  unknown_asset_codes!: string[];
  /** The form that this one replaces. */
  corrects!: string | null;
  created_at!: string;
  superseded_at!: string | null;
  /** When its rows were accepted for Form 8949. */
  applied_at!: string | null;
}

export class BrokerFormDetailResponse extends BrokerFormResponse {
  rows!: BrokerRowResponse[];
}

export class BrokerFormDeletedResponse {
  deleted!: true;
  form_id!: string;
}

/** USD, two decimals. */
export class BrokerTotalsResponse {
  count!: number;
  /** @example "3000.00" */
  proceeds!: string;
  /** A basis that was not reported counts as 0. @example "2000.00" */
  cost_basis!: string;
}

export class BrokerTotalsLineResponse {
  /** @example "ETH" */
  asset!: string;
  /** @example "H" */
  box!: string;
  /** @example "short" */
  term!: string;
  broker!: BrokerTotalsResponse;
  own!: BrokerTotalsResponse;
}

export class ReasonTotalResponse {
  /** @example "fee_gross_net" */
  reason!: Reason;
  count!: number;
  /** Broker - own records. @example "10.00" */
  proceeds_difference!: string;
  /** @example "0.00" */
  cost_basis_difference!: string;
}

export class BrokerDifferenceResponse {
  /** @example "fee_gross_net" */
  reason!: Reason;
  /** @example "10.00" */
  proceeds_difference!: string;
  /** @example "0.00" */
  cost_basis_difference!: string;
  /** The first 20 rows of the broker. */
  rows!: BrokerRowResponse[];
  /** Ids of own sales, the first 20. */
  own_sale_ids!: string[];
}

/** What a row shows about an order that the broker had. */
export class BrokerOrderResponse {
  /**
   * By boxes 1d and 1g: `followed`, `not_followed`, or `cannot_tell` where the basis is blank or the row joins sales.
   * @example "followed"
   */
  verdict!: Verdict;
  row!: BrokerRowResponse;
  own_sale_ids!: string[];
}

/** Rows of sales whose units the broker was told of, in an account of yours. */
export class BrokerOrdersResponse {
  /** @example 0 */
  followed!: number;
  /** @example 0 */
  not_followed!: number;
  /** @example 0 */
  cannot_tell!: number;
  /** The first 500. */
  rows!: BrokerOrderResponse[];
}

export class BrokerReconciliationResponse {
  /** @example 2025 */
  tax_year!: number;
  form_ids!: string[];
  broker!: BrokerTotalsResponse;
  own!: BrokerTotalsResponse;
  /** Rows that agree to the cent. @example 0 */
  agreed!: number;
  /** They add up to the difference of the totals. */
  by_reason!: ReasonTotalResponse[];
  totals!: BrokerTotalsLineResponse[];
  /** The first 500. */
  differences!: BrokerDifferenceResponse[];
  /** Length of the whole list. @example 1 */
  difference_count!: number;
  orders!: BrokerOrdersResponse;
}

/** A line of Form 8949 as an accepted form changes it. */
export class AppliedRowResponse extends Form8949LineResponse {
  /** True when the own records lack the sale, or when it may be another row as well: a broker's and an own one. @example false */
  needs_review!: boolean;
}

export class AppliedFormResponse {
  form_id!: string;
  /** Null for a preview. */
  applied_at!: string | null;
  rows!: AppliedRowResponse[];
  proceeds!: string;
  cost_basis!: string;
  adjustments!: string;
  gain_loss!: string;
}
