import { IsBatchOfAddresses } from '../../../http/validation/batch';
import { IsBool, IsTaxYear } from '../../../http/validation/fields';

export class BatchTaxSummaryInput {
  @IsBatchOfAddresses()
  addresses!: string[];

  @IsTaxYear({ description: 'all years when none is named' })
  tax_year?: number;

  @IsBool({ description: 'all addresses belong to one taxpayer; default true' })
  combine: boolean = true;
}
