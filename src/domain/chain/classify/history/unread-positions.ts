import { mulDiv, pow10, type Quantity } from '../../../kernel/units';
import type { ChainTransaction } from '../../facts/chain-transaction';
import { isOfKind, isOwnCall, methodsOf, targetsOf } from '../../facts/facts';
import { METHOD_KINDS } from '../../facts/methods';
import type { NetLeg } from '../../facts/net-legs';
import { unitOf, type PositionState } from '../../facts/positions';

const DECIMALS = 18;
const ONE = pow10(DECIMALS);
/** Fees of a short time are a smaller part of what was put in. */
const LEAST_PART = ONE / 10n;

/**
 * Changes of positions by calls that are not known: exports state no call data, and those of some managers have a form of
 * their own. They are of the only position of the called manager that has the tokens which move.
 */
export class UnreadPositions {
  /** Managers that were called to take liquidity out, which is not yet collected. */
  private readonly pending = new Set<string>();

  /** True when liquidity may have been taken out before and not yet collected. */
  isPending({ chain, to }: ChainTransaction): boolean {
    return this.pending.has(`${chain}:${to}`);
  }

  /**
   * Call it once per transaction that changes no known position, in order.
   * @param legs without NFTs
   * @returns null when several positions can be meant
   */
  changed<P extends PositionState>(
    tx: ChainTransaction,
    legs: readonly NetLeg[],
    positions: Iterable<P>,
  ): P | null {
    const managers = targetsOf(tx);
    if (!tx.succeeded || !isOwnCall(tx)) return null;
    if (legs.length === 0) {
      if (methodsOf(tx).some((method) => /^decreaseliquidity/.test(method)))
        for (const to of managers) this.pending.add(`${tx.chain}:${to}`);
      return null;
    }
    const [first] = legs;
    if (!first || legs.some(({ direction }) => direction !== first.direction)) return null;
    if (isOfKind('plainTransfer', tx) || (onlyCollects(tx) && !this.isPending(tx))) return null;
    if (isOfKind('reward', tx) && !onlyCollects(tx)) return null;
    const units = legs.map(({ asset }) => unitOf(asset));
    const found = [...positions].filter(
      ({ asset, held, units: known }) =>
        asset.chain === tx.chain &&
        held > 0n &&
        managers.includes(asset.contract ?? '') &&
        (known.size < 2 || units.every((unit) => known.has(unit))),
    );
    if (found.length !== 1) return null;
    this.pending.delete(`${tx.chain}:${tx.to}`);
    return found[0] ?? null;
  }
}

/** Fees alone: no liquidity is taken out. */
const onlyCollects = (tx: ChainTransaction): boolean =>
  methodsOf(tx).every((method) => METHOD_KINDS.collectFees.test(method));

/**
 * Shares that a payment stands for, by the units that were put in. A change of the price takes units of one token and
 * adds at least as much of the other one: all liquidity is worth no less than what was put in, at the price of that time.
 */
export function sharesOf({ held, principal }: PositionState, paid: ReadonlyMap<string, Quantity>): Quantity {
  const put = [...principal].filter(([, units]) => units > 0n);
  const parts = put.map(([unit, units]) => mulDiv(paid.get(unit) ?? 0n, ONE, units));
  const part = parts.reduce((sum, one) => sum + one, 0n) / BigInt(Math.max(parts.length, 1));
  const hasOther = [...paid.keys()].some((unit) => !put.some(([known]) => known === unit));
  const isWhole = part >= ONE || (hasOther && (part === 0n || part >= LEAST_PART));
  return isWhole ? held : mulDiv(held, part, ONE);
}
