import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { BatchErrorBody } from '../../../http/validation/batch.shapes.dto';
import { HoldingBody } from '../../../presenters/shapes.dto';

/** One address of a batch. */
export class BatchHoldingsRowBody {
  /** As sent. @example "0xde300000000000000000000000000000000a11ce" */
  address!: string;
  /** @example true */
  success!: boolean;
  /** All that were asked for, highest value first; empty when the row failed. */
  holdings!: HoldingBody[];
  /** USD, of the holdings listed; null when the row failed. @example "3.92" */
  total_value!: string | null;
  /** True when something was not there within the time all rows have together; ask again. @example false */
  partial!: boolean;
  /** The same. @example false */
  still_indexing!: boolean;
  /** Null when the row succeeded. */
  @ApiProperty({ type: () => BatchErrorBody, nullable: true })
  error!: BatchErrorBody | null;
  /** What the route of this wallet says in `meta`: chains that could not be read, prices still out; absent when nothing. */
  @ApiPropertyOptional({ type: 'object', additionalProperties: true })
  meta?: Readonly<Record<string, unknown>>;
}

/** api.md 1.5, Batch Get Holdings. */
export class BatchHoldingsBody {
  /** In the order of the request. */
  results!: BatchHoldingsRowBody[];
  /** @example 1 */
  succeeded!: number;
  /** @example 0 */
  failed!: number;
}
