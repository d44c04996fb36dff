import { BatchAddressesField } from '../../../http/validation/batch';
import { BooleanField, TaxYearField } from '../../../http/validation/fields';

export class BatchTaxSummaryInput {
  @BatchAddressesField()
  addresses!: string[];

  @TaxYearField({ description: 'all years when none is named' })
  tax_year?: number;

  @BooleanField({ description: 'all addresses belong to one taxpayer; default true' })
  combine: boolean = true;
}
