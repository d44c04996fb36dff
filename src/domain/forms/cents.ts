import { formatUnits, MONEY_DECIMALS, mulDiv, pow10, type Money } from '../kernel/units';

/** Whole cents, also for amounts that are rounded to dollars. */
export type Cents = bigint;

const CENT_DECIMALS = 2;
const MONEY_PER_CENT = pow10(MONEY_DECIMALS - CENT_DECIMALS);

const STEPS = { cents: 1n, dollars: 100n } as const;
export type Rounding = keyof typeof STEPS;
export const ROUNDINGS = ['cents', 'dollars'] as const satisfies readonly Rounding[];

/** Rounds half up, away from zero. @source tax-rules 1.2; Form 8949 instructions, Rounding Off to Whole Dollars */
export function toCents(value: Money, rounding: Rounding): Cents {
  const step = STEPS[rounding];
  return mulDiv(value, 1n, MONEY_PER_CENT * step) * step;
}

export const centsMoney = (cents: Cents): Money => cents * MONEY_PER_CENT;

export const roundedCents = (cents: Cents, rounding: Rounding): Cents =>
  mulDiv(cents, 1n, STEPS[rounding]) * STEPS[rounding];

/** Always two decimals: `-1234.50`. */
export function centsText(cents: Cents): string {
  const [whole, fraction = ''] = formatUnits(cents, CENT_DECIMALS).split('.');
  return `${whole}.${fraction.padEnd(CENT_DECIMALS, '0')}`;
}
