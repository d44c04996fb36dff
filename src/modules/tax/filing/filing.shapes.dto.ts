import type { GivenAwayType } from '../../../domain/filing';
import { AssumptionsResponse } from '../../../presenters/shapes.dto';

/** Units that left without a sale. */
export class GivenAwayRowResponse {
  /** `donation`, `gift`, `stolen` or `lost`. @example "donation" */
  type!: GivenAwayType;
  /** @example "Form 8283" */
  form!: 'Form 8283' | 'Form 709' | 'Form 4684';
  /** @example "ethereum:UNI" */
  token_key!: string;
  /** @example "UNI" */
  symbol!: string;
  /** @example "100" */
  quantity!: string;
  /** @example "2024-05-01" */
  date!: string;
  /** Earliest acquisition. Null when unknown. @example "2021-03-02" */
  date_acquired!: string | null;
  /** @example "long" */
  term!: 'short' | 'long' | 'mixed';
  /** USD, exact. @example "2559.27" */
  cost_basis!: string;
  /** USD, fair value at that time: as stated, else at the market price. Null when neither is known. @example "1200" */
  fair_market_value!: string | null;
  /** @example null */
  recipient!: string | null;
  transaction_id!: string;
  tx_hash!: string | null;
}

/** Gifts of the year to one recipient. */
export class GiftTotalResponse {
  /** Null: not stated. */
  recipient!: string | null;
  /** USD. @example "20000" */
  value!: string;
  count!: number;
  /** Gifts without a known value. They are not in `value`. */
  missing_values!: number;
  /** True: a gift tax return may be required. */
  is_above_exclusion!: boolean;
}

export class GivenAwayResponse {
  address!: string;
  /** @example 2024 */
  tax_year!: number;
  rows!: GivenAwayRowResponse[];
  /** Largest sum first. */
  gifts_by_recipient!: GiftTotalResponse[];
  /** USD for each recipient and year. @example "18000" */
  annual_exclusion!: string;
  /** Tokens whose donations exceed 5,000 USD in the year: the deduction needs a qualified appraisal. */
  appraisal_needed!: string[];
  /** Other tokens with a donation whose value is not known: it may exceed that amount. */
  appraisal_undecided!: string[];
  notes!: string[];
  assumptions!: AssumptionsResponse;
}
