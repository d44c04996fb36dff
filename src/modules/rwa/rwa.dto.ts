import { TaxYearField } from '../../http/validation/fields';

export class RwaReportQuery {
  @TaxYearField({ anyYear: true, description: 'any four-digit year; default the current one' })
  tax_year?: number;
}
