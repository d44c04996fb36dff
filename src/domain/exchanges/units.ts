import { Decimal, dec, formatDecimal, ZERO } from '../kernel/decimal';
import { pow10, type Quantity } from '../kernel/units';
import type { Asset } from '../kernel/asset';

const PLAIN = /^(-?)(\d+)(?:\.(\d+))?$/;

/**
 * Exact amounts -> base units. Exchanges keep more digits than a chain. What is cut off is carried to the next amount
 * of the same asset, so that the sum is at most half a unit off and no outflow exceeds what came in. An amount that
 * needs no rounding is never changed: the other end of a transfer has the same units.
 */
export class UnitCarry {
  private readonly rests = new Map<string, Decimal>();

  /** @param amount signed. Call in order of time. */
  units({ id, decimals }: Asset, amount: Decimal): Quantity {
    const [, sign, whole = '', fraction = ''] = PLAIN.exec(formatDecimal(amount)) ?? [];
    if (fraction.length <= decimals) return BigInt(`${sign}${whole}${fraction.padEnd(decimals, '0')}`);
    const due = amount.mul(dec(pow10(decimals))).plus(this.rests.get(id) ?? ZERO);
    const rounded = due.toDecimalPlaces(0, Decimal.ROUND_HALF_UP);
    this.rests.set(id, due.minus(rounded));
    return BigInt(rounded.toFixed(0));
  }
}
