import type { Asset } from '../../kernel/asset';
import type { Quantity } from '../../kernel/units';
import { growthOf } from './assets';
import type { ChainTransaction, Movement } from './chain-transaction';
import { isBurn, ZERO_ADDRESS } from './known-contracts';

/** The net change of one asset in one transaction (one leg per own counterparty). */
export interface NetLeg {
  asset: Asset;
  direction: 'in' | 'out';
  /** > 0 */
  quantity: Quantity;
  /** The counterparty of the largest movement in this direction. */
  counterparty: string | null;
  isInternal: boolean;
  /** True when the units were minted (from the zero address or the token contract) or burnt. */
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
 * Nets movements per asset. Units sent and returned in the same transaction give no leg (change of a router,
 * both sides of a self-transfer). Movements with another wallet of the owner give one separate leg per
 * wallet. The legs sum to the movements.
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

/** Units received as income and sent out in the same transaction are separate income. */
const isApart = (tx: ChainTransaction, movement: Movement): boolean =>
  movement.kind === 'reward' || isGrowth(tx, movement);

/** Interest of a growing token, minted during a withdrawal: separate income, not a smaller withdrawal. */
function isGrowth(tx: ChainTransaction, movement: Movement): boolean {
  if (movement.from !== ZERO_ADDRESS || movement.to !== tx.wallet || !growthOf(movement.asset)) return false;
  return tx.movements.some((other) => other.asset.id === movement.asset.id && other.from === tx.wallet);
}
