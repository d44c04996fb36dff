import { Decimal as Base } from 'decimal.js';

/**
 * The only import of decimal.js: sets precision and rounding once. Decimals are for parsing, prices, division and
 * formatting. The engine computes with `units.ts`.
 * @source tax-rules 1.1
 */
export const Decimal = Base.clone({
  precision: 80,
  rounding: Base.ROUND_HALF_UP,
  toExpNeg: -200,
  toExpPos: 200,
});
export type Decimal = Base;

export const ZERO: Decimal = new Decimal(0);

export const dec = (value: string | number | bigint | Decimal): Decimal =>
  new Decimal(typeof value === 'bigint' ? value.toString() : value);

const DECIMAL_TEXT = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,4})?$/;

/** @returns null for text that is no finite decimal, or an exponent outside ±40 */
export function parseDecimal(text: string): Decimal | null {
  const match = DECIMAL_TEXT.exec(text);
  if (!match) return null;
  const exponent = match[2] ? Number(match[2].slice(1)) : 0;
  if (Math.abs(exponent) > 40) return null;
  return new Decimal(text);
}

/**
 * No exponent, no trailing zeros, no "-0".
 * @param maxFraction fractional digits, rounded half up. Default: all
 * @source api.md 0, wire rules
 */
export function formatDecimal(value: Decimal, maxFraction?: number): string {
  const rounded = maxFraction === undefined ? value : value.toDecimalPlaces(maxFraction, Base.ROUND_HALF_UP);
  return rounded.isZero() ? '0' : rounded.toFixed();
}
