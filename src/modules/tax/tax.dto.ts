import { INCOME_TYPES, type ElectableMethod, type IncomeType } from '../../domain/engine';
import { BOX_NAMES, formatsOf, ROUNDINGS, type Box, type FormatOf, type Rounding } from '../../domain/forms';
import type { Decimal } from '../../domain/kernel/decimal';
import { IsComparisonMethod } from '../../http/queries/comparison-query';
import {
  IsBool,
  IsExactDecimal,
  IsInteger,
  IsOneOf,
  IsReportZone,
  OwnedWalletsQuery,
  IsTaxYear,
  IsText,
  OwnedPageQuery,
} from '../../http/validation/fields';
import { LOT_STATES, type LotState } from '../../domain/portfolio/lot-filter';

const MAX_SYMBOL = 64;

/** All years when none is named. */
export class YearQuery extends OwnedWalletsQuery {
  @IsTaxYear()
  tax_year?: number;
}

export class TaxSummaryQuery extends YearQuery {
  @IsReportZone()
  timezone?: string;

  @IsBool({ description: 'keep the links between lots as an audit trail; needs a credential' })
  persist_lineage: boolean = false;
}

export class SummaryQuery extends YearQuery {
  @IsReportZone()
  timezone?: string;

  @IsComparisonMethod()
  method?: ElectableMethod;
}

/** A page of a form of one year. */
abstract class FormPageQuery extends OwnedPageQuery {
  @IsTaxYear({ required: true })
  tax_year!: number;

  @IsReportZone()
  timezone?: string;
}

/** A form of one year. */
abstract class FormFileQuery extends OwnedWalletsQuery {
  @IsTaxYear({ required: true })
  tax_year!: number;

  @IsReportZone()
  timezone?: string;
}

const UNCONNECTED = 'also brokers whose accounts are not in the service; default false' as const;

export class Form8949Query extends FormPageQuery {
  @IsBool({ description: UNCONNECTED })
  unconnected_brokers: boolean = false;

  @IsComparisonMethod()
  method?: ElectableMethod;

  @IsOneOf(BOX_NAMES, { description: 'only rows of this box' })
  box?: Box;

  @IsText({ min: 1, max: MAX_SYMBOL, description: 'only rows of this asset, in any case', example: 'ETH' })
  symbol?: string;
}

export class Form8949ExportQuery extends FormFileQuery {
  @IsBool({ description: UNCONNECTED })
  unconnected_brokers: boolean = false;

  @IsOneOf(formatsOf('form_8949'))
  format: FormatOf<'form_8949'> = 'csv';

  @IsOneOf(ROUNDINGS)
  rounding: Rounding = 'cents';

  @IsBool({
    description: 'gas under half a cent in one row per asset, day, term and box; never in JSON',
  })
  gather_small_fees: boolean = false;
}

export class Schedule1Query extends FormPageQuery {
  @IsOneOf(INCOME_TYPES, { description: 'only receipts of this type' })
  income_type?: IncomeType;
}

export class Schedule1ExportQuery extends FormFileQuery {
  @IsOneOf(formatsOf('schedule_1'))
  format: FormatOf<'schedule_1'> = 'csv';
}

export class TaxReportQuery extends OwnedWalletsQuery {
  @IsTaxYear({ description: 'default: this year' })
  tax_year?: number;

  @IsReportZone()
  timezone?: string;

  @IsBool({ description: 'default true' })
  include_lots: boolean = true;
}

export class AllLotsQuery extends OwnedWalletsQuery {
  @IsOneOf(LOT_STATES)
  status: LotState = 'all';

  @IsInteger({ min: 1, max: 999_999_999, description: '1-indexed' })
  page: number = 1;

  @IsInteger({ min: 1, max: 500, description: 'entries of a page' })
  limit: number = 100;
}

export class WashSalesQuery extends YearQuery {
  @IsBool({ description: 'what the rule would do where it is off; changes nothing' })
  simulate: boolean = false;
}

export class UnrealizedQuery extends OwnedWalletsQuery {
  @IsExactDecimal({ description: 'least current value in USD of the assets listed' })
  min_value?: Decimal;
}

const TERMS = ['short', 'long', 'all'] as const;

export class HarvestQuery extends OwnedWalletsQuery {
  @IsExactDecimal({ min: '0', description: 'least loss in USD of a lot' })
  min_loss?: Decimal;

  @IsOneOf(TERMS)
  term: (typeof TERMS)[number] = 'all';

  @IsInteger({ min: 1, max: 200, description: 'entries of the list' })
  limit: number = 50;
}

/** The year defaults to this one. */
export class ExportYearQuery extends OwnedWalletsQuery {
  @IsTaxYear({ description: 'default: this year' })
  tax_year?: number;

  @IsReportZone()
  timezone?: string;
}
