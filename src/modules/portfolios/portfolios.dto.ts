import { ApiExtraModels, getSchemaPath } from '@nestjs/swagger';
import type { Address } from '../../domain/kernel/address';
import { field, type FieldParser } from '../../http/validation/field';
import {
  AddressField,
  ChainField,
  DecimalField,
  JsonObjectField,
  OneOf,
  PageQuery,
  TaxYearField,
  TextField,
  type JsonObject,
} from '../../http/validation/fields';
import { address, listOf, nested } from '../../http/validation/parsers';
import type { Decimal } from '../../domain/kernel/decimal';
import { HOLDING_SORTS, type HoldingSort } from '../../domain/portfolio/holding-order';
import { FORM_8949_FORMATS, type Form8949Format } from '../../http/response/form-8949.file';
import { OptionalBody } from '../../http/validation/validation.pipe';

/** Addresses of one portfolio, whatever the plan. @source api.md 7 */
export const MAX_ADDRESSES = 100;
const MAX_METADATA_BYTES = 16 * 1024;

export class PortfolioAddressInput {
  @AddressField({ required: true })
  address!: Address;

  @TextField({ max: 100, example: 'savings' })
  label: string = '';
}

/** An address alone, or with a label. */
const entry: FieldParser<PortfolioAddressInput> = (raw, context, name) => {
  if (typeof raw !== 'string') return nested(() => PortfolioAddressInput)(raw, context, name);
  const given = address(raw, context, name);
  return 'family' in given ? { address: given, label: '' } : given;
};

const NAME = { min: 1, max: 255, example: 'Family' } as const;
const DESCRIPTION = { max: 2000, example: 'what we hold together' } as const;
const METADATA = {
  maxBytes: MAX_METADATA_BYTES,
  description: 'keys of your own; 16 KiB as JSON',
  example: { client: 'A-17' },
} as const;

@ApiExtraModels(PortfolioAddressInput)
export class CreatePortfolioRequest {
  @TextField({ ...NAME, required: true })
  name!: string;

  @TextField(DESCRIPTION)
  description: string = '';

  @JsonObjectField(METADATA)
  metadata: JsonObject = {};

  @field(
    listOf(entry, 0, MAX_ADDRESSES),
    { description: 'all of one taxpayer; repeats count once' },
    {
      type: 'array',
      maxItems: MAX_ADDRESSES,
      items: { oneOf: [{ type: 'string' }, { $ref: getSchemaPath(PortfolioAddressInput) }] },
    },
  )
  addresses: PortfolioAddressInput[] = [];
}

/** What is not given stays as it is. */
@OptionalBody()
export class UpdatePortfolioRequest {
  @TextField(NAME)
  name?: string;

  @TextField(DESCRIPTION)
  description?: string;

  @JsonObjectField({ ...METADATA, description: 'replaces what was there' })
  metadata?: JsonObject;
}

export class PortfolioHoldingsQuery extends PageQuery {
  @ChainField({ description: 'only holdings on this chain' })
  chain?: string;

  @DecimalField({ min: '0', description: 'least current value in USD of all wallets together', example: '1' })
  min_value?: Decimal;

  @OneOf(Object.keys(HOLDING_SORTS) as HoldingSort[], { description: 'order of the list' })
  sort: HoldingSort = 'value_desc';
}

export class PortfolioYearQuery {
  @TaxYearField({ description: 'all years when none is named' })
  tax_year?: number;
}

export class PortfolioFormQuery {
  @TaxYearField({ required: true })
  tax_year!: number;

  @OneOf(FORM_8949_FORMATS, { description: 'json stands in the envelope; the others are files' })
  format: Form8949Format = 'json';
}
