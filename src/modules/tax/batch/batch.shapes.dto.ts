import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { BatchErrorResponse } from '../../../http/validation/batch.shapes.dto';
import { TaxSummaryResponse } from '../../../presenters/shapes.dto';

/** One address of a batch. */
export class BatchTaxSummaryRowResponse {
  /** As sent. @example "0xde300000000000000000000000000000000a11ce" */
  address!: string;
  /** @example true */
  success!: boolean;
  /** Null when the row failed. */
  @ApiProperty({ type: () => TaxSummaryResponse, nullable: true })
  tax_summary!: TaxSummaryResponse | null;
  /** Null when the row succeeded. */
  @ApiProperty({ type: () => BatchErrorResponse, nullable: true })
  error!: BatchErrorResponse | null;
  /** What the route of this wallet states in `meta`: unread chains, pending prices; absent when nothing. */
  @ApiPropertyOptional({ type: 'object', additionalProperties: true })
  meta?: Readonly<Record<string, unknown>>;
}

/** api.md 1.5, Batch Get Tax Summary. */
export class BatchTaxSummaryResponse {
  /** In the order of the request. */
  results!: BatchTaxSummaryRowResponse[];
  /** @example 1 */
  succeeded!: number;
  /** @example 0 */
  failed!: number;
  /** The sum of the rows that succeeded, its `address` "combined"; null without `combine`, or when none did. */
  @ApiProperty({ type: () => TaxSummaryResponse, nullable: true })
  combined!: TaxSummaryResponse | null;
}
