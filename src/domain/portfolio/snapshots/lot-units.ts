import type { Decimal } from '../../kernel/decimal';
import { pow10, roundedAt, scaledPrice, type Money, type Quantity } from '../../kernel/units';

export const FEW_LOTS = 50;
/**
 * Last digits by which many lots are counted: at most a thousand counts. Prices from one dollar on have two decimal
 * places almost always.
 */
const ENDING_DIGITS = 3;
/** Values of assets with few decimals are not rounded: a price has six decimal places at most, almost always. */
const MANY_DECIMALS = 12;
const ENDING = 10 ** ENDING_DIGITS;

/**
 * The value of an asset is the sum of the rounded values of its lots. What rounding changes depends on the last
 * digits of each lot, so counts by last digits are enough for most prices.
 */
export interface LotUnits {
  count: number;
  /** Units of each lot. Null when there are many lots: they are stored apart. */
  each: readonly Quantity[] | null;
  /** Number of lots by their last digits, for many lots whose values can be rounded. */
  endings: readonly (readonly [ending: number, lots: number])[];
}

export function lotUnits(each: readonly Quantity[], decimals: number): LotUnits {
  if (each.length <= FEW_LOTS || decimals <= MANY_DECIMALS) return { count: each.length, each, endings: [] };
  const counts = new Map<number, number>();
  for (const units of each) {
    const ending = Number(units % BigInt(ENDING));
    counts.set(ending, (counts.get(ending) ?? 0) + 1);
  }
  return { count: each.length, each, endings: [...counts].sort(([a], [b]) => a - b) };
}

/**
 * The sum of the rounded values of the lots.
 * @param quantity of all lots
 * @returns null when each lot is needed: the price has so many digits that more than the last ones are rounded
 */
export function valueOfLots(
  { each, endings }: LotUnits,
  quantity: Quantity,
  decimals: number,
  unitPrice: Decimal,
): Money | null {
  const { price, excess } = scaledPrice(decimals, unitPrice);
  if (excess <= 0) return quantity * price * pow10(-excess);
  if (each !== null) {
    const valueOf = roundedAt(price, excess);
    return each.reduce((sum, units) => sum + valueOf(units), 0n);
  }
  return excess > ENDING_DIGITS || endings.length === 0
    ? null
    : valueByEndings(endings, quantity, price, excess);
}

/** With u = a × unit + r, the rounded value of a lot is a × price + the rounded value of r. */
function valueByEndings(
  endings: LotUnits['endings'],
  quantity: Quantity,
  price: bigint,
  excess: number,
): Money {
  const unit = pow10(excess);
  const counts = new Map<number, number>();
  for (const [ending, lots] of endings) {
    const rest = ending % 10 ** excess;
    counts.set(rest, (counts.get(rest) ?? 0) + lots);
  }
  const valueOf = roundedAt(price, excess);
  let exact = quantity * price;
  for (const [rest, lots] of counts) {
    const units = BigInt(rest);
    exact += BigInt(lots) * (valueOf(units) * unit - units * price);
  }
  return exact / unit;
}
