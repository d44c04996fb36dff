import { ApiProperty } from '@nestjs/swagger';
import type { DisposalType, IncomeType, LotSource } from '../../../domain/engine';
import type { ErrorCode } from '../../../domain/kernel/errors';
import type { TransactionType } from '../../../domain/chain';
import { LegShape } from '../../../presenters/transactions/transaction.shapes.dto';
import { DisallowedLossShape } from '../../../presenters/shapes.dto';

/** `data` of each event, as it goes over the wire. @source spec 6; api.md 6 */

/** The network fee. */
export class EventFeeShape {
  /** @example "ETH" */
  symbol!: string;
  /** @example "ethereum:ETH" */
  token_key!: string;
  /** @example "0.000441" */
  quantity!: string;
  /** USD. Null when no price is known. @example "0.13" */
  value_usd!: string | null;
}

/** `transaction.new` */
export class TransactionNewData {
  /** As sent. @example "0xde300000000000000000000000000000000a11ce" */
  address!: string;
  /** @example "ethereum" */
  chain!: string;
  /** @example "7e57d004-2b97-5e7a-b45f-5387367791cd" */
  transaction_id!: string;
  /**
   * Null when an exchange states none. @example "0x36211a9dad7a5b5b4a4f19d2f0ef7ff63d29a6c5d3a5aa2bdd9ce1ba4ab04c04"
   */
  tx_hash!: string | null;
  /** @example "2026-01-31T12:00:00.000Z" */
  timestamp!: string;
  /** @example "transfer_in" */
  type!: TransactionType;
  /** @example 4345012 */
  block_number!: number | null;
  legs!: LegShape[];
  @ApiProperty({ type: () => EventFeeShape, nullable: true })
  fee!: EventFeeShape | null;
}

/** `lot.created`: the lot as received. */
export class LotCreatedData {
  /** As sent. @example "0xde300000000000000000000000000000000a11ce" */
  address!: string;
  /** @example "3f2b8c1e-6d4a-5f0b-9a57-1c2d3e4f5a6b" */
  lot_id!: string;
  /** @example "ETH" */
  symbol!: string;
  /** @example "ethereum" */
  chain!: string;
  /** @example "ethereum:ETH" */
  token_key!: string;
  /** @example "0.5" */
  quantity!: string;
  /** USD per unit. @example "308.4" */
  cost_per_unit!: string;
  /** USD. @example "154.2" */
  cost_basis!: string;
  /** @example "2026-01-31T12:00:00.000Z" */
  acquisition_date!: string | null;
  /** @example "purchase" */
  source!: LotSource;
  /** @example null */
  income_type!: IncomeType | null;
  is_untracked!: boolean;
  /** `missing`: the basis is provisional. @example "known" */
  value_status!: 'known' | 'missing';
  tx_hash!: string | null;
}

/** `lot.consumed`: units of one lot that were disposed of. */
export class LotConsumedData {
  /** As sent. @example "0xde300000000000000000000000000000000a11ce" */
  address!: string;
  /** @example "3f2b8c1e-6d4a-5f0b-9a57-1c2d3e4f5a6b" */
  lot_id!: string;
  /** @example "0c6f7f0e-5a57-5d0f-8f2b-2f6d6c6c5a11" */
  disposal_id!: string;
  /** @example "ETH" */
  symbol!: string;
  /** @example "ethereum" */
  chain!: string;
  /** @example "ethereum:ETH" */
  token_key!: string;
  /** @example "0.25" */
  quantity_consumed!: string;
  /** @example "0.25" */
  remaining_quantity!: string;
  fully_consumed!: boolean;
  /** USD. @example "154.2" */
  proceeds!: string;
  /** USD. @example "100" */
  cost_basis!: string;
  /** USD. @example "54.2" */
  gain_loss!: string;
  is_long_term!: boolean;
  /** @example "2026-01-31T12:00:00.000Z" */
  disposal_date!: string;
  /** @example "swap" */
  type!: DisposalType;
  /** @example "known" */
  value_status!: 'known' | 'missing';
  tx_hash!: string | null;
}

/** `wash_sale.detected`: sent only by a server that applies the rule. */
export class WashSaleDetectedData extends DisallowedLossShape {
  /** As sent. @example "0xde300000000000000000000000000000000a11ce" */
  address!: string;
  /** @example "9a57c04e-6d4a-5f0b-9a57-1c2d3e4f5a6b" */
  wash_sale_id!: string;
  /** @example "ETH" */
  symbol!: string;
  /** @example "ethereum" */
  chain!: string;
  /** @example "ethereum:ETH" */
  token_key!: string;
}

/** `price.alert`: the price of a held asset changed by the threshold within the window. */
export class PriceAlertData {
  /** As sent. @example "0xde300000000000000000000000000000000a11ce" */
  address!: string;
  /** @example "ETH" */
  symbol!: string;
  /** @example "ethereum" */
  chain!: string;
  /** @example "ethereum:ETH" */
  token_key!: string;
  /** USD per unit, now. @example "3300" */
  price!: string;
  /** USD per unit, at the start of the window. @example "3000" */
  reference_price!: string;
  /** @example "10" */
  change_percent!: string;
  direction!: 'up' | 'down';
  /** @example "10" */
  threshold_percent!: string;
  window!: '24h';
  /** @example "0.5" */
  quantity_held!: string;
  /** @example "2026-01-31T12:00:00.000Z" */
  triggered_at!: string;
}

/** Figures of a completed calculation. */
export class CalculationSummaryShape {
  /** USD. @example "120.5" */
  total_realized_gl!: string;
  /** @example 12 */
  disposal_count!: number;
  /** @example "ok" */
  severity!: 'ok' | 'warning' | 'critical';
}

/** Why a calculation failed. */
export class CalculationErrorShape {
  code!: ErrorCode;
}

/** `calculation.complete`: a job ended. */
export class CalculationCompleteData {
  /** As sent. Null for the sync of an exchange account. @example "0xde300000000000000000000000000000000a11ce" */
  address!: string | null;
  /** @example "3f2b8c1e-6d4a-4f0b-9a57-1c2d3e4f5a6b" */
  job_id!: string;
  /** @example "tax_report" */
  job_type!: 'precompute' | 'exchange_sync' | 'tax_report';
  status!: 'completed' | 'failed';
  /** @example 2025 */
  tax_year!: number | null;
  /** @example "2026-01-31T12:00:00.000Z" */
  started_at!: string;
  /** @example "2026-01-31T12:00:04.000Z" */
  finished_at!: string;
  /** @example 4000 */
  duration_ms!: number;
  /** Null unless it completed. @example "/api/v1/jobs/3f2b8c1e-6d4a-4f0b-9a57-1c2d3e4f5a6b/result" */
  result_url!: string | null;
  @ApiProperty({ type: () => CalculationSummaryShape, nullable: true })
  summary!: CalculationSummaryShape | null;
  @ApiProperty({ type: () => CalculationErrorShape, nullable: true })
  error!: CalculationErrorShape | null;
}

/** `test` */
export class TestData {
  /** @example "This is a test webhook delivery" */
  message!: string;
  /** @example "0f8fad5b-d9cb-469f-a165-70867728950e" */
  webhook_id!: string;
}

export const EVENT_DATA_SHAPES = [
  TransactionNewData,
  LotCreatedData,
  LotConsumedData,
  WashSaleDetectedData,
  PriceAlertData,
  CalculationCompleteData,
  TestData,
] as const;
