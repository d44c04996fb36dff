import { IsTaxYear, IsZone } from '../../http/validation/fields';

export class RwaReportQuery {
  @IsTaxYear({ anyYear: true, description: 'any four-digit year; default the current one' })
  tax_year?: number;

  @IsZone({ description: 'IANA zone of tax days and years of this answer; default: that of the service' })
  timezone?: string;
}
