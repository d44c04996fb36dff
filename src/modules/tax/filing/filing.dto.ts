import type { Decimal } from '../../../domain/kernel/decimal';
import { IsBool, IsExactDecimal, IsTaxYear, OwnedWalletsQuery } from '../../../http/validation/fields';

/** One year, which must be named. */
export class FilingQuery extends OwnedWalletsQuery {
  @IsTaxYear({ required: true })
  tax_year!: number;
}

export class ScheduleDQuery extends FilingQuery {
  @IsExactDecimal({
    min: '0',
    description: 'line 6: short-term loss carried over from the year before, a positive number; default 0',
  })
  short_term_carryover?: Decimal;

  @IsExactDecimal({ min: '0', description: 'line 14: long-term loss carried over; default 0' })
  long_term_carryover?: Decimal;

  @IsExactDecimal({
    description: 'Form 1040 line 15; negative for a loss. Default: above the loss that is deducted',
  })
  taxable_income?: Decimal;

  @IsBool({
    description: 'deducts at most 1,500 USD instead of 3,000; default: as filing_status of tax-settings',
  })
  married_filing_separately?: boolean;
}
