import { ApiProperty } from '@nestjs/swagger';
import { BatchCountsResponse, BatchRowResponse } from '../../../http/validation/batch.shapes.dto';
import { TaxSummaryResponse } from '../../../presenters/shapes.dto';

export class BatchTaxSummaryRowResponse extends BatchRowResponse {
  /** Null when the row failed. */
  @ApiProperty({ type: () => TaxSummaryResponse, nullable: true })
  tax_summary!: TaxSummaryResponse | null;
}

/** api.md 1.5, Batch Get Tax Summary. */
export class BatchTaxSummaryResponse extends BatchCountsResponse {
  /** In the order of the request. */
  results!: BatchTaxSummaryRowResponse[];
  /** The sum of the rows that succeeded, its `address` "combined"; null without `combine`, or when none did. */
  @ApiProperty({ type: () => TaxSummaryResponse, nullable: true })
  combined!: TaxSummaryResponse | null;
}
