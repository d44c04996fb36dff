import type { Address } from '../../domain/kernel/address';
import { IsAddress, IsBool, IsTaxYear, IsText } from '../../http/validation/fields';

export class FileYearRequest {
  @IsTaxYear({ required: true })
  tax_year!: number;

  @IsText({ required: true, min: 1, max: 100, description: '`report_id` of a completed `tax_report` job' })
  report_id!: string;
}

export class FiledYearsQuery {
  @IsTaxYear({ description: 'default: all years' })
  tax_year?: number;

  @IsBool({ description: 'also years that were unfrozen; default false' })
  include_unfrozen: boolean = false;
}

export class UnfreezeQuery {
  @IsAddress({ description: 'only the report of this wallet; default: all reports of the year' })
  address?: Address;
}
