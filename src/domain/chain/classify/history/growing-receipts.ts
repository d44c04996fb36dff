import { DAY_MS } from '../../../kernel/durations';
import type { Quantity } from '../../../kernel/units';
import { growthOf, isNft, isSameThing, isStakedForm } from '../../facts/assets';
import type { ChainTransaction } from '../../facts/chain-transaction';
import type { NetLeg } from '../../facts/net-legs';
import { isReceiptOf } from '../../facts/receipt-names';

/** Markets round shares at every movement. */
const ROUNDING = 1_000_000n;
/** Percent. More growth means that a movement is missing. */
const MOST = { ever: 25n, perDay: 3n } as const;
/** Percent per month. Faster growth is marked as uncertain. */
const USUAL_PER_MONTH = 2n;

interface Holding {
  units: Quantity;
  since: number;
}

/** The legs of a transaction, and whether the growth that they contain is unusually fast. */
export interface GrownLegs {
  legs: readonly NetLeg[];
  isFast: boolean;
}

/**
 * Receipts whose balance grows without a transfer, of markets that are in no table: one unit was minted for one unit, and
 * more units than the wallet has are burned for as many. What is beyond them is interest.
 * @source tax-rules 8.2, 10.5
 */
export class GrowingReceipts {
  /** By asset. Null: the receipt has a rate of its own. */
  private readonly held = new Map<string, Holding | null>();

  /** Separates the growth. Call it once per transaction, in order, before `note`. */
  apart(tx: ChainTransaction, legs: readonly NetLeg[]): GrownLegs {
    const pair = pairOf(legs);
    const holding = pair && this.held.get(pair.receipt.asset.id);
    if (!pair || !holding || pair.receipt.direction === 'in') return { legs, isFast: false };
    const { receipt, other } = pair;
    const { units, since } = holding;
    const growth = receipt.quantity - units;
    const days = BigInt(Math.max(1, Math.ceil((tx.at - since) / DAY_MS)));
    const most = MOST.perDay * days > MOST.ever ? MOST.perDay * days : MOST.ever;
    const isGrown = units > 0n && growth * ROUNDING > units && growth * 100n <= units * most;
    if (!isGrown || !isEqual(receipt, other) || other.quantity <= units) return { legs, isFast: false };
    const parts = new Map<NetLeg, NetLeg[]>([
      [
        receipt,
        [
          { ...receipt, quantity: units },
          { ...receipt, quantity: growth, isGrowth: true },
        ],
      ],
      [
        other,
        [
          { ...other, quantity: units },
          { ...other, quantity: other.quantity - units, earns: 'interest' },
        ],
      ],
    ]);
    return {
      legs: legs.flatMap((leg) => parts.get(leg) ?? [leg]),
      isFast: growth * 100n * 30n > units * USUAL_PER_MONTH * days,
    };
  }

  /** Call it once per transaction, in order. */
  note({ at }: ChainTransaction, legs: readonly NetLeg[]): void {
    const pair = pairOf(legs);
    if (pair?.receipt.direction === 'in') {
      const { id } = pair.receipt.asset;
      if (!isEqual(pair.receipt, pair.other)) this.held.set(id, null);
      else if (!this.held.has(id)) this.held.set(id, { units: 0n, since: at });
    }
    for (const { asset, direction, quantity, isGrowth = false } of legs) {
      const holding = this.held.get(asset.id);
      if (!holding || isGrowth) continue;
      if (direction === 'in' && holding.units === 0n) holding.since = at;
      const left = holding.units + (direction === 'in' ? quantity : -quantity);
      holding.units = left > 0n ? left : 0n;
    }
  }
}

/** A receipt that is minted or burned, and the only other asset. */
function pairOf(legs: readonly NetLeg[]): { receipt: NetLeg; other: NetLeg } | null {
  const moved = legs.filter((leg) => leg.earns === undefined && !leg.isInternal);
  const receipt = moved.find((leg) => leg.isMint || leg.isBurn);
  const [other, ...more] = moved.filter((leg) => leg !== receipt);
  if (!receipt || !other || more.length > 0 || receipt.direction === other.direction) return null;
  const { asset } = receipt;
  if (isNft(asset) || isNft(other.asset) || asset.decimals !== other.asset.decimals) return null;
  const isOwnThing = growthOf(asset) !== null || isStakedForm(asset) || isSameThing(asset, other.asset);
  return !isOwnThing && isReceiptOf(asset, other.asset) ? { receipt, other } : null;
}

function isEqual({ quantity: a }: NetLeg, { quantity: b }: NetLeg): boolean {
  const difference = a > b ? a - b : b - a;
  return difference * ROUNDING <= a;
}
