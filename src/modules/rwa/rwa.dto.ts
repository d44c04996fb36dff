import { TaxYearField } from '../../http/fields';

export class RwaReportQuery {
  @TaxYearField({ anyYear: true, description: 'any four-digit year; default the current one' })
  tax_year?: number;
}
