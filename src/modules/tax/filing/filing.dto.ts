import { formatsOf, ROUNDINGS, type FormatOf, type Rounding } from '../../../domain/forms';
import type { Address } from '../../../domain/kernel/address';
import { ReturnFactsQuery } from '../../../http/queries/return-facts-query';
import {
  IsBool,
  IsOneOf,
  IsOwnedWallets,
  IsReportZone,
  IsTaxYear,
  OwnedWalletsQuery,
} from '../../../http/validation/fields';

/** One year, which must be named. */
export class FilingQuery extends OwnedWalletsQuery {
  @IsTaxYear({ required: true })
  tax_year!: number;

  @IsReportZone()
  timezone?: string;
}

export class ScheduleDQuery extends ReturnFactsQuery {
  @IsBool({ description: 'also brokers whose accounts are not in the service; default false' })
  unconnected_brokers: boolean = false;

  @IsOneOf(ROUNDINGS, { description: 'as in the export of Form 8949, whose totals the lines repeat' })
  rounding: Rounding = 'cents';

  @IsOwnedWallets()
  owned_wallets: Address[] = [];
}

export class ScheduleDExportQuery extends ScheduleDQuery {
  @IsOneOf(formatsOf('schedule_d'))
  format: FormatOf<'schedule_d'> = 'csv';
}
