import { IsTaxYear } from '../../http/validation/fields';

export class RwaReportQuery {
  @IsTaxYear({ anyYear: true, description: 'any four-digit year; default the current one' })
  tax_year?: number;
}
