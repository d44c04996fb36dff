/** An exact fraction of big integers, reduced. */
export interface Fraction {
  readonly over: bigint;
  readonly under: bigint;
}

function gcd(a: bigint, b: bigint): bigint {
  let [x, y] = [a < 0n ? -a : a, b < 0n ? -b : b];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}

export function fraction(over: bigint, under = 1n): Fraction {
  const divisor = gcd(over, under) * (under < 0n ? -1n : 1n);
  return { over: over / divisor, under: under / divisor };
}

export const ZERO = fraction(0n);
export const plus = (a: Fraction, b: Fraction): Fraction =>
  fraction(a.over * b.under + b.over * a.under, a.under * b.under);
export const minus = (a: Fraction, b: Fraction): Fraction => plus(a, fraction(-b.over, b.under));
export const times = (a: Fraction, over: bigint, under: bigint): Fraction =>
  fraction(a.over * over, a.under * under);
/** Negative, 0 or positive. */
export const compare = (a: Fraction, b: Fraction): number => {
  const difference = a.over * b.under - b.over * a.under;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
};

/** True when an integer is the fraction, rounded at most so many times. */
export function isNear(value: bigint, exact: Fraction, roundings: number): boolean {
  const difference = value * exact.under - exact.over;
  const limit = exact.under * BigInt(roundings);
  return difference <= limit && -difference <= limit;
}
