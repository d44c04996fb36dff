import { ApiProperty } from '@nestjs/swagger';
import { Form8949Response } from '../../../presenters/forms/form-8949.shapes.dto';
import { FilingResponse } from '../../../presenters/filing/filing.shapes.dto';
import { AssumptionsResponse, LotResponse, TaxSummaryResponse } from '../../../presenters/shapes.dto';
import { Schedule1Response } from '../../../presenters/forms/schedule-1.shapes.dto';
import { ReconciliationResponse, WashSaleResponse } from '../tax.shapes.dto';

/** Result of `tax_report` as JSON: frozen, with everything it rests on. */
export class FrozenReport {
  /** The job that made it. */
  report_id!: string;
  /** SHA-256 over history, prices, manual entries, policies and engine: the same hash, the same numbers. */
  input_hash!: string;
  /** @example "1.0.0" */
  engine_version!: string;
  /** As sent. @example "0x003dc32fe920a4aaeed12dc87e145f030aa753f3" */
  address!: string;
  /** @example 2024 */
  tax_year!: number;
  generated_at!: string;
  summary?: TaxSummaryResponse;
  form_8949?: Form8949Response;
  schedule_1?: Schedule1Response;
  lots?: LotResponse[];
  wash_sales?: WashSaleResponse[];
  reconciliation?: ReconciliationResponse;
  /** The figures of the year. A year is frozen with them. */
  filing!: FilingResponse;
  assumptions!: AssumptionsResponse;
  /** What is missing from the history, as in `meta`. */
  @ApiProperty({ type: 'object', additionalProperties: true, example: {} })
  history!: Readonly<Record<string, unknown>>;
  /** @example false */
  is_limited!: boolean;
  /** Null for unlimited. */
  tx_limit!: number | null;
  tx_total?: number;
}
