import type { Asset } from '../../kernel/asset';
import type { IncomeType } from '../../engine';
import type { Quantity } from '../../kernel/units';
import { repeatedAsset } from '../protocols/twins';
import { growthOf } from './assets';
import type { ChainTransaction, Movement } from './chain-transaction';
import { distributorOf } from './distributor';
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
  /** Set on units that are income whatever the rest of the transaction is. */
  earns?: IncomeType;
  /** Set on units of a receipt that the wallet has by growth. What is paid for them is income. */
  isGrowth?: true;
}

interface Sum {
  asset: Asset;
  total: bigint;
  isInternal: boolean;
  earns?: IncomeType;
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
  for (const movement of withoutRepeats(tx.movements)) {
    const { asset, from, to, quantity } = movement;
    const isIn = to === tx.wallet;
    if (quantity === 0n || isIn === (from === tx.wallet)) continue;
    const other = isIn ? from : to;
    const isInternal = other !== null && owned.has(other);
    const earns = growthType(tx, movement);
    const isApart = earns !== undefined || movement.kind === 'reward' || isPaidOn(tx, movement);
    const key = `${asset.id}|${isInternal ? other : ''}|${isApart ? 'earned' : ''}`;
    const sum = sums.get(key) ?? { asset, total: 0n, isInternal, earns, largest: { in: null, out: null } };
    sum.total += isIn ? quantity : -quantity;
    const side = isIn ? 'in' : 'out';
    if (quantity > (sum.largest[side]?.quantity ?? 0n)) sum.largest[side] = movement;
    sums.set(key, sum);
  }
  return [...sums.values()].filter((sum) => sum.total !== 0n).map(toLeg);
}

/** A transfer that a token logs through two contracts moved once. */
function withoutRepeats(movements: readonly Movement[]): readonly Movement[] {
  return movements.filter((movement) => {
    const repeated = repeatedAsset(movement.asset.id);
    return (
      repeated === null ||
      !movements.some(
        (other) =>
          other.asset.id === repeated &&
          other.quantity === movement.quantity &&
          other.from === movement.from &&
          other.to === movement.to,
      )
    );
  });
}

function toLeg({ asset, total, isInternal, earns, largest }: Sum): NetLeg {
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
    ...(earns ? { earns } : {}),
  };
}

/** A reward that the same call deposits again: income and a deposit, not nothing. */
const isPaidOn = (tx: ChainTransaction, { asset, from, to }: Movement): boolean =>
  to === tx.wallet &&
  distributorOf(tx.chain, { direction: 'in', asset, counterparty: from }) !== null &&
  tx.movements.some((other) => other.asset.id === asset.id && other.from === tx.wallet && other.to !== from);

/**
 * Interest of a growing token, minted during a withdrawal: separate income, not a smaller withdrawal.
 * @returns undefined for every other movement
 */
function growthType(tx: ChainTransaction, movement: Movement): IncomeType | undefined {
  const type = growthOf(movement.asset);
  if (movement.from !== ZERO_ADDRESS || movement.to !== tx.wallet || !type) return undefined;
  const leaves = tx.movements.some(
    (other) => other.asset.id === movement.asset.id && other.from === tx.wallet,
  );
  return leaves ? type : undefined;
}
