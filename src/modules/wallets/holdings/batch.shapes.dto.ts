import { BatchCountsResponse, BatchRowResponse } from '../../../http/validation/batch.shapes.dto';
import { HoldingResponse } from '../../../presenters/shapes.dto';

export class BatchHoldingsRowResponse extends BatchRowResponse {
  /** All that were asked for, highest value first; empty when the row failed. */
  holdings!: HoldingResponse[];
  /** USD, of the holdings listed; null when the row failed. @example "3.92" */
  total_value!: string | null;
  /** True when something was not there within the time all rows have together; ask again. @example false */
  partial!: boolean;
  /** The same. @example false */
  still_indexing!: boolean;
}

/** api.md 1.5, Batch Get Holdings. */
export class BatchHoldingsResponse extends BatchCountsResponse {
  /** In the order of the request. */
  results!: BatchHoldingsRowResponse[];
}
