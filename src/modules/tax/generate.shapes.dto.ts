import type { Form8949Body } from '../../http/presenters/form-8949.shapes.dto';
import type { AssumptionsBody, LotBody, TaxSummaryBody } from '../../http/presenters/shapes.dto';
import type { Schedule1Body } from './forms.shapes.dto';
import type { ReconciliationBody, WashSaleBody } from './tax.shapes.dto';

/** Result of `tax_report` as JSON: frozen, with everything it rests on. */
export interface FrozenReport {
  /** The job that made it. */
  report_id: string;
  /** SHA-256 over history, prices, policies and engine: the same hash, the same numbers. */
  input_hash: string;
  engine_version: string;
  address: string;
  tax_year: number;
  generated_at: string;
  summary?: TaxSummaryBody;
  form_8949?: Form8949Body;
  schedule_1?: Schedule1Body;
  lots?: LotBody[];
  wash_sales?: WashSaleBody[];
  reconciliation?: ReconciliationBody;
  assumptions: AssumptionsBody;
  /** What is amiss with the history, in the words of `meta`. */
  history: Readonly<Record<string, unknown>>;
  is_limited: boolean;
  tx_limit: number | null;
  tx_total?: number;
}
