import { toCents, type Cents, type Rounding, type ReturnFacts } from '../../domain/forms';
import type { Decimal } from '../../domain/kernel/decimal';
import { money } from '../../domain/kernel/units';
import type { FilingStatus } from '../../domain/overlays/manual-entry';
import { IsBool, IsExactDecimal, IsReportZone, IsTaxYear } from '../validation/fields';

export class ReturnFactsQuery {
  @IsTaxYear({ required: true })
  tax_year!: number;

  @IsReportZone()
  timezone?: string;

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

/** The query wins over the filing status of the settings. */
export const toReturnFacts = (
  query: ReturnFactsQuery,
  { filingStatus }: { filingStatus: FilingStatus | null },
  rounding: Rounding = 'cents',
): ReturnFacts => ({
  shortTermCarryover: centsOf(query.short_term_carryover, rounding) ?? 0n,
  longTermCarryover: centsOf(query.long_term_carryover, rounding) ?? 0n,
  isMarriedFilingSeparately: query.married_filing_separately ?? filingStatus === 'married_filing_separately',
  taxableIncome: centsOf(query.taxable_income, rounding),
});

const centsOf = (usd: Decimal | undefined, rounding: Rounding): Cents | null =>
  usd === undefined ? null : toCents(money(usd), rounding);
