import { Decimal, dec, formatDecimal } from './decimal';

/**
 * Fixed point on BigInt for the engine. Exact under + and -. The last slice of a split takes the remainder, so every
 * sum is exact.
 * @source tax-rules 1.1, 1.3
 */

/** USD in units of 1e-18. */
export type Money = bigint;
/** Base units of an asset (10^-decimals). */
export type Quantity = bigint;

export const MONEY_DECIMALS = 18;

const TEN = 10n;
const powers: bigint[] = [];
export const pow10 = (exponent: number): bigint => (powers[exponent] ??= TEN ** BigInt(exponent));

/** a × b ÷ c, rounded half up (away from zero). c must be positive. */
export function mulDiv(a: bigint, b: bigint, c: bigint): bigint {
  const product = a * b;
  return product >= 0n ? (product + (c >> 1n)) / c : -((-product + (c >> 1n)) / c);
}

const PLAIN = /^(\d{1,100})(?:\.(\d{1,100}))?$/;

/** Rounded half up at the last unit. */
export function toUnits(value: Decimal | string, decimals: number): bigint {
  if (typeof value === 'string') {
    // Plain text needs no Decimal when nothing is rounded: a ledger has thousands of rows.
    const [, whole, fraction = ''] = PLAIN.exec(value) ?? [];
    if (whole !== undefined && fraction.length <= decimals)
      return BigInt(whole + fraction.padEnd(decimals, '0'));
  }
  const scaled = dec(value).mul(dec(pow10(decimals)));
  return BigInt(scaled.toDecimalPlaces(0, Decimal.ROUND_HALF_UP).toFixed(0));
}

export const fromUnits = (units: bigint, decimals: number): Decimal => dec(units).div(dec(pow10(decimals)));

export const money = (usd: Decimal | string): Money => toUnits(usd, MONEY_DECIMALS);

/** Plain decimal text, made without Decimal. */
export function formatUnits(units: bigint, decimals: number): string {
  const negative = units < 0n;
  const digits = (negative ? -units : units).toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = decimals === 0 ? '' : digits.slice(digits.length - decimals).replace(/0+$/, '');
  return `${negative ? '-' : ''}${whole}${fraction ? `.${fraction}` : ''}`;
}

export const formatMoney = (value: Money): string => formatUnits(value, MONEY_DECIMALS);

/** Units × USD per whole unit, at 18 digits, rounded half up. */
export const valueOf = (quantity: Quantity, decimals: number, unitPrice: Decimal): Money =>
  valuesAt(decimals, unitPrice)(quantity);

/** For many quantities of one asset: the price is read once, and no Decimal is created. */
export function valuesAt(decimals: number, unitPrice: Decimal): (quantity: Quantity) => Money {
  const { price, excess } = scaledPrice(decimals, unitPrice);
  return roundedAt(price, excess);
}

/** A value is quantity × `price` ÷ 10^`excess`. Nothing is rounded when `excess` is not positive. */
export function scaledPrice(decimals: number, unitPrice: Decimal): { price: bigint; excess: number } {
  const places = unitPrice.decimalPlaces();
  const price = BigInt(unitPrice.toFixed(places).replace('.', ''));
  return { price, excess: decimals + places - MONEY_DECIMALS };
}

export function roundedAt(price: bigint, excess: number): (quantity: Quantity) => Money {
  if (excess <= 0) return (quantity) => quantity * price * pow10(-excess);
  return (quantity) => mulDiv(quantity, price, pow10(excess));
}

/** USD per whole unit. For display only, never for computation. */
export const unitPriceText = (value: Money, quantity: Quantity, decimals: number): string =>
  quantity === 0n
    ? '0'
    : formatDecimal(fromUnits(value, MONEY_DECIMALS).div(fromUnits(quantity, decimals)), MONEY_DECIMALS);

export const compareUnits = (a: bigint, b: bigint): number => (a === b ? 0 : a < b ? -1 : 1);
