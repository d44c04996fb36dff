import { ApiExtraModels, getSchemaPath } from '@nestjs/swagger';
import { ValidateNested } from 'class-validator';
import type { ElectableMethod } from '../../domain/engine';
import type { Address } from '../../domain/kernel/address';
import {
  IsAddress,
  IsBool,
  IsChain,
  IsExactDecimal,
  IsJsonObject,
  IsOneOf,
  IsReportZone,
  PageQuery,
  IsTaxYear,
  IsText,
  type JsonObject,
  PathObject,
} from '../../http/validation/fields';
import { Property, type Read } from '../../http/validation/property';
import { address, instanceOf, listOf } from '../../http/validation/readers';
import type { Decimal } from '../../domain/kernel/decimal';
import { HOLDING_SORTS, type HoldingSort } from '../../domain/portfolio/holding-order';
import { formatsOf, ROUNDINGS, type FormatOf, type Rounding } from '../../domain/forms';
import { IsComparisonMethod } from '../../http/queries/comparison-query';
import { ReturnFactsQuery } from '../../http/queries/return-facts-query';
import { OptionalBody } from '../../http/validation/validation.pipe';

export const PortfolioParam = () => PathObject('portfolio_id', 'portfolio');

/** Addresses of one portfolio, whatever the plan. @source api.md 7 */
export const MAX_ADDRESSES = 100;
const MAX_METADATA_BYTES = 16 * 1024;

export class PortfolioAddressInput {
  @IsAddress({ required: true })
  address!: Address;

  @IsText({ max: 100, example: 'savings' })
  label: string = '';
}

/** An address alone, or with a label. */
const entry: Read = (raw, params) =>
  typeof raw === 'string'
    ? Object.assign(new PortfolioAddressInput(), { address: address(raw, params) })
    : instanceOf(() => PortfolioAddressInput)(raw, params);

const NAME = { min: 1, max: 255, example: 'Family' } as const;
const DESCRIPTION = { max: 2000, example: 'what we hold together' } as const;
const METADATA = {
  maxBytes: MAX_METADATA_BYTES,
  description: 'keys of your own; 16 KiB as JSON',
  example: { client: 'A-17' },
} as const;

@ApiExtraModels(PortfolioAddressInput)
export class CreatePortfolioRequest {
  @IsText({ ...NAME, required: true })
  name!: string;

  @IsText(DESCRIPTION)
  description: string = '';

  @IsJsonObject(METADATA)
  metadata: JsonObject = {};

  @IsBool({ description: 'a taxpayer with own wallets, exchange accounts, settings and decisions' })
  is_space: boolean = false;

  @Property(
    listOf(entry, 0, MAX_ADDRESSES),
    { description: 'all of one taxpayer; repeats count once' },
    {
      type: 'array',
      maxItems: MAX_ADDRESSES,
      items: { oneOf: [{ type: 'string' }, { $ref: getSchemaPath(PortfolioAddressInput) }] },
    },
    ValidateNested({ each: true }),
  )
  addresses: PortfolioAddressInput[] = [];
}

/** What is not given stays as it is. */
@OptionalBody()
export class UpdatePortfolioRequest {
  @IsText(NAME)
  name?: string;

  @IsText(DESCRIPTION)
  description?: string;

  @IsJsonObject({ ...METADATA, description: 'replaces what was there' })
  metadata?: JsonObject;
}

export class PortfolioHoldingsQuery extends PageQuery {
  @IsChain({ description: 'only holdings on this chain' })
  chain?: string;

  @IsExactDecimal({ description: 'least current value in USD of all wallets together', example: '1' })
  min_value?: Decimal;

  @IsOneOf(Object.keys(HOLDING_SORTS) as HoldingSort[], { description: 'order of the list' })
  sort: HoldingSort = 'value_desc';
}

export class PortfolioYearQuery {
  @IsTaxYear({ description: 'all years when none is named' })
  tax_year?: number;

  @IsReportZone()
  timezone?: string;

  @IsComparisonMethod()
  method?: ElectableMethod;
}

const UNCONNECTED = 'also your brokers whose accounts are not in the service; default true' as const;

export class PortfolioScheduleDQuery extends ReturnFactsQuery {
  @IsBool({ description: UNCONNECTED })
  unconnected_brokers: boolean = true;

  @IsComparisonMethod()
  method?: ElectableMethod;

  @IsOneOf(ROUNDINGS, { description: 'as for Form 8949, whose totals the lines repeat' })
  rounding: Rounding = 'cents';

  @IsOneOf(formatsOf('schedule_d'), { description: 'json is in the envelope; the others are files' })
  format: FormatOf<'schedule_d'> = 'json';
}

export class PortfolioFormQuery {
  @IsTaxYear({ required: true })
  tax_year!: number;

  @IsReportZone()
  timezone?: string;

  @IsBool({ description: UNCONNECTED })
  unconnected_brokers: boolean = true;

  @IsComparisonMethod()
  method?: ElectableMethod;

  @IsOneOf(ROUNDINGS)
  rounding: Rounding = 'cents';

  @IsOneOf(formatsOf('form_8949'), { description: 'json is in the envelope; the others are files' })
  format: FormatOf<'form_8949'> = 'json';
}
