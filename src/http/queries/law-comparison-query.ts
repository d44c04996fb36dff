import { DOLLAR_COINS, hasTerm, TERM_NAMES, type StatedTerms } from '../../domain/comparison';
import type { Decimal } from '../../domain/kernel/decimal';
import { AppError } from '../../domain/kernel/errors';
import { formatMoney, money } from '../../domain/kernel/units';
import { BILL_IDS, type BillId } from '../../domain/law';
import {
  IsExactDecimal,
  IsInteger,
  IsListOfValues,
  IsMoment,
  IsObjectOf,
  IsTaxYear,
} from '../validation/fields';

export class LawParametersInput {
  @IsMoment('start', {
    description: 'the bill holds from then on, a date from its start in UTC; default: in every year',
  })
  effective_from?: number;

  @IsExactDecimal({ min: '0', description: 'USD: fees below it are left out' })
  fee_limit_usd?: Decimal;

  @IsInteger({ min: 0, max: 1_000_000, description: 'transfers of a year up to which fees are left out' })
  max_transfers_a_year?: number;

  @IsExactDecimal({ min: '0', description: 'part of the redemption value, for example 0.99' })
  floor_ratio?: Decimal;

  @IsListOfValues(DOLLAR_COINS, { description: 'coins that the bill names' })
  coins?: string[];

  @IsListOfValues(DOLLAR_COINS, { description: 'coins that a bill on wash sales leaves out' })
  coins_left_out?: string[];
}

/** Each bill is compared separately with the law in force. */
export class LawComparisonInput {
  @IsListOfValues(BILL_IDS, { required: true, description: 'bills and proposals of `GET /api/v1/law`' })
  law!: BillId[];

  @IsObjectOf(() => LawParametersInput, { description: 'default: as the register has them' })
  parameters?: LawParametersInput;

  @IsTaxYear({ description: 'default: every year' })
  tax_year?: number;
}

const invalid = (field: string, message: string): AppError =>
  new AppError('VALIDATION_ERROR', undefined, { field, message: `${field}: ${message}` });

/** @throws AppError VALIDATION_ERROR without a bill, and for a number that none of the bills has */
export function lawQuestionOf({ law: bills, parameters = {}, tax_year: year }: LawComparisonInput) {
  if (bills.length === 0) throw invalid('law', 'List should have at least 1 item');
  for (const name of TERM_NAMES)
    if (parameters[name] !== undefined && !bills.some((bill) => hasTerm(bill, name)))
      throw invalid(`parameters.${name}`, 'None of the bills has this parameter');
  const { fee_limit_usd: limit, floor_ratio: ratio, ...others } = parameters;
  const stated: StatedTerms = {
    ...others,
    ...(limit !== undefined && { fee_limit_usd: formatMoney(money(limit)) }),
    ...(ratio !== undefined && { floor_ratio: formatMoney(money(ratio)) }),
  };
  return { bills: [...new Set(bills)], stated, year };
}
