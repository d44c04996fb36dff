import { INCOME_TYPES } from '../../../domain/engine';
import { dec, Decimal, formatDecimal } from '../../../domain/kernel/decimal';
import { isCash, type PostedRow } from '../../../domain/posted';
import type { Flaw } from '../../../http/validation/property';
import { missing } from './posted-values';

/** Checks of the fields of one posted row against each other. */

/** What a row of its type cannot do without. */
export function* missingFlaws(row: PostedRow): Generator<Flaw> {
  const { type, toSymbol, toQuantity, to, feeSymbol, feeQuantity } = row;
  if (type === 'swap' && toSymbol === undefined) yield missing('to_symbol');
  if (type === 'swap' && toQuantity === undefined) yield missing('to_quantity');
  if (type === 'internal_transfer' && to === undefined) yield missing('to');
  if (feeQuantity !== undefined && feeQuantity !== '0' && feeSymbol === undefined)
    yield missing('fee_symbol');
}

/**
 * Fields without an effect, and fields that contradict others.
 * @param alias `amount` of a row that has `quantity` too
 * @source integrators.md 1; operating.md (transactions in the body)
 */
export function* contradictions(row: PostedRow, alias: string | undefined): Generator<Flaw> {
  if (alias !== undefined && alias !== row.quantity)
    yield refused('amount', `Input should be left out, or equal \`quantity\` (${row.quantity})`);
  yield* valueFlaws(row);
  yield* typeFlaws(row);
  yield* feeFlaws(row);
}

/** The value of a row takes precedence over its price. */
function* valueFlaws({ quantity, priceUsd, valueUsd }: PostedRow): Generator<Flaw> {
  if (priceUsd === undefined || valueUsd === undefined) return;
  const whole = dec(priceUsd).mul(dec(quantity));
  const rounding = roundingOf(valueUsd, 0).plus(roundingOf(priceUsd, CENTS).mul(dec(quantity)));
  if (whole.minus(dec(valueUsd)).abs().gt(Decimal.max(rounding, HALF_CENT)))
    yield refused(
      'price_usd',
      `Input should be left out, or equal \`value_usd\` per unit: it makes ${formatDecimal(whole)}, not ${valueUsd}`,
    );
}

const CENTS = 2;
const HALF_CENT = dec('0.005');

/** Half a unit of the last stated digit. @param digits after the point, at least */
const roundingOf = (text: string, digits: number): Decimal =>
  dec(5).mul(dec(10).pow(-1 - Math.max(digits, dec(text).decimalPlaces())));

/** Fields that only other types read. */
function* typeFlaws(row: PostedRow): Generator<Flaw> {
  const { type, incomeType, toSymbol, toQuantity, donorBasisUsd, donorAcquiredAt } = row;
  const isIncome = type === 'income' || type === incomeType;
  if (incomeType !== undefined && !isIncome)
    yield INCOME_TYPES.some((known) => known === type)
      ? refused('income_type', `Input should be left out, or equal the type '${type}'`)
      : unread('income_type', type);
  const isRepeated = type === 'internal_transfer' && toSymbol === row.symbol;
  if (toSymbol !== undefined && type !== 'swap' && !isRepeated) yield unread('to_symbol', type);
  if (toQuantity !== undefined && type !== 'swap' && type !== 'internal_transfer')
    yield unread('to_quantity', type);
  if (donorBasisUsd !== undefined && type !== 'gift_in') yield unread('donor_basis_usd', type);
  if (donorAcquiredAt !== undefined && type !== 'gift_in') yield unread('donor_acquired_at', type);
}

/** A fee in kind is a number of units. A fee in cash has one amount. */
function* feeFlaws({ feeUsd, feeSymbol, feeQuantity }: PostedRow): Generator<Flaw> {
  if (feeSymbol === undefined) return;
  if (feeQuantity === undefined) {
    // A fee in dollars can state them as `fee_usd`.
    if (feeUsd === undefined) yield refused('fee_symbol', 'Input has no effect without `fee_quantity`');
    else if (!isCash(feeSymbol)) yield missing('fee_quantity');
  } else if (isCash(feeSymbol) && feeUsd !== undefined && feeUsd !== feeQuantity)
    yield refused('fee_usd', `Input should be left out, or equal \`fee_quantity\` (${feeQuantity})`);
}

const unread = (field: string, type: string): Flaw =>
  refused(field, `Input has no effect with the type '${type}'`);

const refused = (field: string, msg: string): Flaw => ({ at: [field], type: 'value_error', msg });
