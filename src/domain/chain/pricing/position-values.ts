import type { Money } from '../../kernel/units';
import { unitOf, type PositionPart } from '../facts/positions';
import type { Leg } from '../facts/wallet-transaction';
import { proportions } from './split';

/** What several positions pay together, by the value of the units that each is taken out of; equally without values. */
export function valuesOfParts(parts: readonly PositionPart[], got: readonly Leg[], paid: Money): Money[] {
  const weights = parts.map(({ drawn }) =>
    got.reduce<Money>((sum, { asset, quantity, valueUsd }) => {
      const units = drawn.get(unitOf(asset)) ?? 0n;
      return quantity === 0n ? sum : sum + ((valueUsd ?? 0n) * units) / quantity;
    }, 0n),
  );
  return proportions(paid, weights.some((weight) => weight > 0n) ? weights : parts.map(() => 1n));
}
