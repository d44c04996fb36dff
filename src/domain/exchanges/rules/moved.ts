import type { Asset } from '../../kernel/asset';
import { dec, ZERO, type Decimal } from '../../kernel/decimal';
import { money, type Quantity } from '../../kernel/units';
import type { Leg, StatedValue } from '../../chain';
import { coinAsset } from '../coins';
import type { UnitCarry } from '../units';

export interface Moved {
  asset: Asset;
  /** Signed. */
  units: Quantity;
  stated?: StatedValue;
}

/** Net units per asset that are not zero, in order of the asset ids. */
export function movedOf(
  amounts: readonly { coin: string; amount: Decimal; valueUsd?: string }[],
  carry: UnitCarry,
): Moved[] {
  const sums = new Map<string, { asset: Asset; sum: Decimal; usd: Decimal | null }>();
  for (const { coin, amount, valueUsd } of amounts) {
    const asset = coinAsset(coin);
    const { sum, usd } = sums.get(asset.id) ?? { sum: ZERO, usd: ZERO };
    const added = amount.isZero() ? ZERO : valueUsd === undefined ? null : signedLike(amount, dec(valueUsd));
    sums.set(asset.id, { asset, sum: sum.plus(amount), usd: usd && added && usd.plus(added) });
  }
  return [...sums.values()]
    .sort((a, b) => (a.asset.id < b.asset.id ? -1 : 1))
    .map(({ asset, sum, usd }): Moved => {
      const units = carry.units(asset, sum);
      // Rows in both directions whose values do not fit their units state none.
      const isStated = usd !== null && !usd.isZero() && usd.isNegative() === sum.isNegative();
      return {
        asset,
        units,
        ...(isStated && units !== 0n
          ? { stated: { usd: money(usd.abs()), units: units < 0n ? -units : units } }
          : {}),
      };
    })
    .filter(({ units }) => units !== 0n);
}

const signedLike = (amount: Decimal, value: Decimal): Decimal =>
  amount.isNegative() ? value.negated() : value;

export const statedOf = ({ stated }: Pick<Moved, 'stated'>): Pick<Leg, 'stated'> =>
  stated ? { stated } : {};

export const legOf = (
  { asset, units, ...moved }: Moved,
  counterparty: string | null,
): Omit<Leg, 'index'> => ({
  direction: units > 0n ? 'in' : 'out',
  asset,
  ...statedOf(moved),
  quantity: units > 0n ? units : -units,
  counterparty: units > 0n ? null : counterparty,
  isInternal: false,
  valueUsd: null,
  price: null,
});
