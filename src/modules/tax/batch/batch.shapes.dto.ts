import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { BatchErrorBody } from '../../../http/validation/batch.shapes.dto';
import { TaxSummaryBody } from '../../../presenters/shapes.dto';

/** One address of a batch. */
export class BatchTaxSummaryRowBody {
  /** As sent. @example "0xde300000000000000000000000000000000a11ce" */
  address!: string;
  /** @example true */
  success!: boolean;
  /** Null when the row failed. */
  @ApiProperty({ type: () => TaxSummaryBody, nullable: true })
  tax_summary!: TaxSummaryBody | null;
  /** Null when the row succeeded. */
  @ApiProperty({ type: () => BatchErrorBody, nullable: true })
  error!: BatchErrorBody | null;
  /** What the route of this wallet says in `meta`: chains that could not be read, prices still out; absent when nothing. */
  @ApiPropertyOptional({ type: 'object', additionalProperties: true })
  meta?: Readonly<Record<string, unknown>>;
}

/** api.md 1.5, Batch Get Tax Summary. */
export class BatchTaxSummaryBody {
  /** In the order of the request. */
  results!: BatchTaxSummaryRowBody[];
  /** @example 1 */
  succeeded!: number;
  /** @example 0 */
  failed!: number;
  /** The sum of the rows that succeeded, its `address` "combined"; null without `combine`, or when none did. */
  @ApiProperty({ type: () => TaxSummaryBody, nullable: true })
  combined!: TaxSummaryBody | null;
}
