import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { BatchErrorResponse } from '../../../http/validation/batch.shapes.dto';
import { HoldingResponse } from '../../../presenters/shapes.dto';

/** One address of a batch. */
export class BatchHoldingsRowResponse {
  /** As sent. @example "0xde300000000000000000000000000000000a11ce" */
  address!: string;
  /** @example true */
  success!: boolean;
  /** All that were asked for, highest value first; empty when the row failed. */
  holdings!: HoldingResponse[];
  /** USD, of the holdings listed; null when the row failed. @example "3.92" */
  total_value!: string | null;
  /** True when something was not there within the time all rows have together; ask again. @example false */
  partial!: boolean;
  /** The same. @example false */
  still_indexing!: boolean;
  /** Null when the row succeeded. */
  @ApiProperty({ type: () => BatchErrorResponse, nullable: true })
  error!: BatchErrorResponse | null;
  /** What the route of this wallet states in `meta`: unread chains, pending prices; absent when nothing. */
  @ApiPropertyOptional({ type: 'object', additionalProperties: true })
  meta?: Readonly<Record<string, unknown>>;
}

/** api.md 1.5, Batch Get Holdings. */
export class BatchHoldingsResponse {
  /** In the order of the request. */
  results!: BatchHoldingsRowResponse[];
  /** @example 1 */
  succeeded!: number;
  /** @example 0 */
  failed!: number;
}
