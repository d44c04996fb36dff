import type { Asset } from '../../kernel/asset';
import type { Quantity } from '../../kernel/units';
import { growthOf } from './assets';
import type { ChainTransaction, Movement } from './chain-transaction';
import { isBurn, ZERO_ADDRESS } from './known-contracts';

/** What one transaction changed for the wallet: one entry per asset (and per own counterparty). */
export interface NetLeg {
  asset: Asset;
  direction: 'in' | 'out';
  /** > 0 */
  quantity: Quantity;
  /** The other side of the largest movement in this direction. */
  counterparty: string | null;
  isInternal: boolean;
  /** Came into being (from the zero address or the token's own contract), or went out of it. */
  isMint: boolean;
  isBurn: boolean;
  kind: Movement['kind'];
}

interface Sum {
  asset: Asset;
  total: bigint;
  isInternal: boolean;
  largest: { in: Movement | null; out: Movement | null };
}

/**
 * Nets movements per asset: what was sent and came back in the same transaction (change of a router, both sides
 * of a self-transfer) is no leg. Movements with another wallet of the owner are kept apart, one leg per wallet.
 * The legs sum to the movements.
 * @source providers.md 2.3 to 2.5; tax-rules 10.2
 */
export function netLegs(tx: ChainTransaction, owned: ReadonlySet<string>): NetLeg[] {
  const sums = new Map<string, Sum>();
  for (const movement of tx.movements) {
    const { asset, from, to, quantity } = movement;
    const isIn = to === tx.wallet;
    if (quantity === 0n || isIn === (from === tx.wallet)) continue;
    const other = isIn ? from : to;
    const isInternal = other !== null && owned.has(other);
    const key = `${asset.id}|${isInternal ? other : ''}|${isApart(tx, movement) ? 'earned' : ''}`;
    const sum = sums.get(key) ?? { asset, total: 0n, isInternal, largest: { in: null, out: null } };
    sum.total += isIn ? quantity : -quantity;
    const side = isIn ? 'in' : 'out';
    if (quantity > (sum.largest[side]?.quantity ?? 0n)) sum.largest[side] = movement;
    sums.set(key, sum);
  }
  return [...sums.values()].filter((sum) => sum.total !== 0n).map(toLeg);
}

function toLeg({ asset, total, isInternal, largest }: Sum): NetLeg {
  const direction = total > 0n ? 'in' : 'out';
  const movement = largest[direction];
  const counterparty = (direction === 'in' ? movement?.from : movement?.to) ?? null;
  const isOwnContract = counterparty !== null && counterparty === asset.contract;
  return {
    asset,
    direction,
    quantity: total > 0n ? total : -total,
    counterparty,
    isInternal,
    isMint: direction === 'in' && (counterparty === ZERO_ADDRESS || isOwnContract),
    isBurn: direction === 'out' && (isBurn(counterparty) || isOwnContract),
    kind: movement?.kind ?? 'token',
  };
}

/** What was earned, and went out again in the same breath, is income of its own. */
const isApart = (tx: ChainTransaction, movement: Movement): boolean =>
  movement.kind === 'reward' || isGrowth(tx, movement);

/** Interest of a growing token, minted on the occasion of a withdrawal: income of its own, not less withdrawn. */
function isGrowth(tx: ChainTransaction, movement: Movement): boolean {
  if (movement.from !== ZERO_ADDRESS || movement.to !== tx.wallet || !growthOf(movement.asset)) return false;
  return tx.movements.some((other) => other.asset.id === movement.asset.id && other.from === tx.wallet);
}
