import { IsInt, Min } from 'class-validator';
import { BROKER_BOXES, type BrokerBox } from '../../domain/broker';
import { FORM_1099_DA_FROM } from '../../domain/forms';
import { parseDay } from '../../domain/kernel/calendar';
import type { Decimal } from '../../domain/kernel/decimal';
import { filesOf, type UploadedFile } from '../../http/body/multipart';
import {
  IsBool,
  IsExactDecimal,
  IsListOf,
  IsOneOf,
  IsTaxYear,
  IsText,
  PageQuery,
} from '../../http/validation/fields';
import { MaxCurrentYear } from '../../http/validation/validators';
import { minMessage } from '../../http/validation/messages';
import { Property, Rejected, type Read } from '../../http/validation/property';
import { year } from '../../http/validation/readers';

/** Rows and own sales of one request. A file takes more. */
const MAX_ROWS = 10_000;
const TERMS = ['short', 'long', 'ordinary'] as const;
const OWN_TERMS = ['short', 'long'] as const;
const AMOUNTS = ['gross', 'net'] as const;
const AGGREGATES = ['stablecoin', 'nft'] as const;

const NOT_DAY = new Rejected('date_parsing', 'Input should be a date (YYYY-MM-DD)');
const dayText: Read = (raw) => (typeof raw === 'string' && !Number.isNaN(parseDay(raw)) ? raw : NOT_DAY);

/** `YYYY-MM-DD`, kept as the form states it. Property type `string`. */
const IsDateText = ({ required = false, description }: { required?: boolean; description: string }) =>
  Property(dayText, { required, description }, { type: 'string', format: 'date', example: '2026-03-01' });

/** One sale of Form 1099-DA. Each field is named after its box; an empty box is absent. */
export class BrokerRowInput {
  @IsOneOf(BROKER_BOXES, { description: 'applicable checkbox on Form 8949' })
  box_8949?: BrokerBox;

  @IsText({ max: 40 })
  cusip?: string;

  @IsText({ max: 40, description: 'code of the digital asset' })
  box_1a?: string;

  @IsText({ max: 200, description: 'name of the digital asset' })
  box_1b?: string;

  @IsExactDecimal({ required: true, min: '0', description: 'units' })
  box_1c!: Decimal;

  @IsDateText({ description: 'date acquired; absent for several dates' })
  box_1d?: string;

  @IsDateText({ required: true, description: 'date sold' })
  box_1e!: string;

  @IsExactDecimal({ required: true, description: 'proceeds in USD' })
  box_1f!: Decimal;

  @IsExactDecimal({ description: 'basis in USD' })
  box_1g?: Decimal;

  @IsExactDecimal({ description: 'accrued market discount' })
  box_1h?: Decimal;

  @IsExactDecimal({ min: '0', description: 'wash sale loss disallowed' })
  box_1i?: Decimal;

  @IsBool({ description: 'basis reported; default false' })
  box_2: boolean = false;

  @IsOneOf(AMOUNTS)
  box_3a?: (typeof AMOUNTS)[number];

  @IsBool({ description: 'QOF; default false' })
  box_3b: boolean = false;

  @IsExactDecimal({ min: '0', description: 'federal income tax withheld' })
  box_4?: Decimal;

  @IsBool({ description: 'loss not allowed; default false' })
  box_5: boolean = false;

  @IsOneOf(TERMS)
  box_6?: (typeof TERMS)[number];

  @IsBool({ description: 'only cash; default false' })
  box_7: boolean = false;

  @IsBool({ description: 'customer-provided information; default false' })
  box_8: boolean = false;

  @IsBool({ description: 'noncovered; default false' })
  box_9: boolean = false;

  @IsOneOf(AGGREGATES, { description: 'what the row aggregates' })
  box_11a?: (typeof AGGREGATES)[number];

  @IsText({ max: 40 })
  box_11b?: string;

  @IsText({ max: 40 })
  box_11c?: string;

  @IsText({ max: 80, description: 'units transferred in' })
  box_12a?: string;

  @IsDateText({ description: 'date transferred in' })
  box_12b?: string;

  @IsText({ max: 40, description: 'state' })
  box_14?: string;

  @IsText({ max: 40, description: 'state identification number' })
  box_15?: string;

  @IsText({ max: 40, description: 'state tax withheld' })
  box_16?: string;

  @IsText({ max: 64, description: 'symbol of the asset; compared with that of own sales', example: 'ETH' })
  symbol?: string;

  @IsText({ max: 100 })
  account_number?: string;

  @IsText({ max: 200 })
  transaction_id?: string;
}

/** A sale in the own records of the same account: one lot. */
export class OwnSaleInput {
  @IsText({ required: true, min: 1, max: 200, description: 'an id of your own' })
  id!: string;

  @IsText({ required: true, min: 1, max: 64, description: 'symbol', example: 'ETH' })
  asset!: string;

  @IsExactDecimal({ required: true, min: '0' })
  units!: Decimal;

  @IsDateText({ description: 'absent when unknown' })
  date_acquired?: string;

  @IsDateText({ required: true, description: 'in the zone of your reports' })
  date_sold!: string;

  @IsExactDecimal({ required: true, description: 'USD after fees' })
  proceeds!: Decimal;

  @IsExactDecimal({ min: '0', description: 'selling costs in USD; default 0' })
  fees?: Decimal;

  @IsExactDecimal({ required: true, min: '0', description: 'USD' })
  cost_basis!: Decimal;

  @IsOneOf(OWN_TERMS, { required: true })
  term!: (typeof OWN_TERMS)[number];

  @IsBool({ description: 'the units came from another wallet; default false' })
  transferred_in: boolean = false;

  @IsBool({ description: 'a piece that is not fungible; default false' })
  is_nft: boolean = false;
}

/** Forms have no numbers, only words. */
const yearOfForm: Read = (raw, params) =>
  typeof raw === 'string' && /^\d{4}$/.test(raw) ? Number(raw) : year(raw, params);

/** A file (multipart), or rows (JSON). */
export class BrokerFormRequest {
  @Property(
    yearOfForm,
    { required: true, description: `tax year, from ${FORM_1099_DA_FROM} on`, example: 2025 },
    { type: 'integer' },
    IsInt(),
    Min(FORM_1099_DA_FROM, { message: minMessage(FORM_1099_DA_FROM) }),
    MaxCurrentYear(),
  )
  tax_year!: number;

  @IsText({ max: 100, description: 'name of the broker', example: 'Coinbase' })
  broker: string = '';

  @IsText({ max: 100, description: 'the account; forms of one account are compared together' })
  account_id?: string;

  @IsText({
    min: 36,
    max: 36,
    description: 'the portfolio of an account that is not in the service; default: all your portfolios',
  })
  portfolio_id?: string;

  @IsText({ min: 36, max: 36, description: 'the form that this one corrects' })
  corrects?: string;

  @Property(
    filesOf(1, 'Input should be one file of a form'),
    { description: 'FDX `Tax1099Da` JSON, the Taxbit 1099-DA template, or a Coinbase gain/loss CSV' },
    { type: 'array', items: { type: 'string', format: 'binary' }, minItems: 1, maxItems: 1 },
  )
  file?: UploadedFile[];

  @IsListOf(() => BrokerRowInput, { min: 1, max: MAX_ROWS })
  rows?: BrokerRowInput[];

  @IsListOf(() => OwnSaleInput, { max: MAX_ROWS, description: 'your own record of the account' })
  own_sales?: OwnSaleInput[];
}

export class OwnSalesRequest {
  @IsListOf(() => OwnSaleInput, { required: true, max: MAX_ROWS })
  own_sales!: OwnSaleInput[];
}

export class BrokerFormsQuery extends PageQuery {
  @IsTaxYear({ description: 'default: all years' })
  tax_year?: number;

  @IsBool({ description: 'also forms that were corrected; default false' })
  include_superseded: boolean = false;
}

export class BrokerReconciliationQuery {
  @IsTaxYear({ required: true })
  tax_year!: number;
}

export class ApplyQuery {
  @IsBool({ description: 'return the rows, and store nothing; default false' })
  preview: boolean = false;
}
