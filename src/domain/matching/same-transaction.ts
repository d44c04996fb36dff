import { comparedHash } from '../kernel/transaction-hash';
import { certain, inSameUnits, type Candidate } from './candidate';
import type { TransferLeg } from './transfer-leg';

/**
 * Ends that report the same transaction, closest amounts first. Taking them in this order gives every leg its best
 * partner.
 * @param legs in a fixed order, which breaks ties
 */
export function sameTransactions(legs: readonly TransferLeg[]): Candidate[] {
  const byHash = new Map<string, TransferLeg[]>();
  for (const leg of legs) {
    if (leg.txHash === null) continue;
    const hash = comparedHash(leg.txHash);
    const others = byHash.get(hash);
    if (others) others.push(leg);
    else byHash.set(hash, [leg]);
  }
  return [...byHash.values()].flatMap(pairsOf);
}

/** Files can state one hash for all rows: with more ends, amounts and times pair them. */
const MOST_LEGS = 200;

function pairsOf(legs: readonly TransferLeg[]): Candidate[] {
  if (legs.length < 2 || legs.length > MOST_LEGS) return [];
  const outs = legs.filter(({ direction }) => direction === 'out');
  const arrivals = legs.filter(({ direction }) => direction === 'in');
  return outs
    .flatMap((out) => arrivals.map((arrival) => certain(out, arrival)))
    .filter((pair) => pair !== null)
    .sort((a, b) => compareMissing(missing(a), missing(b)));
}

/** As a share of the sent units: amounts of different assets cannot be compared directly. */
function missing({ out, in: arrival }: Candidate): { lost: bigint; sent: bigint } {
  const { sent, arrived } = inSameUnits(out, arrival);
  return { lost: sent - arrived, sent };
}

function compareMissing(a: { lost: bigint; sent: bigint }, b: { lost: bigint; sent: bigint }): number {
  const [left, right] = [a.lost * b.sent, b.lost * a.sent];
  return left < right ? -1 : left > right ? 1 : 0;
}
