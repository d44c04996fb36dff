import { dec, formatDecimal, ZERO, type Decimal } from '../kernel/decimal';
import type { PostedRow } from './row';

/** Of one asset to one wallet in one transaction. */
export interface TransferGroup {
  outs: PostedRow[];
  arrivals: PostedRow[];
}

export interface SameHash {
  /** Outflow -> units that arrived. Outflows without an arrival are absent. */
  received: Map<PostedRow, string>;
  beyond: Map<PostedRow, string>;
}

/** Where the rows of the two wallets are divided differently, the sums count. @source tax-rules 10.9 */
export function pairedByHash(group: TransferGroup): SameHash {
  const { outs, arrivals } = group;
  if (outs.length === 0) return { received: new Map(), beyond: new Map() };
  const pairs = pairsOf(group);
  if (pairs.size < arrivals.length) return bySums(group);
  return {
    received: new Map([...pairs].map(([out, { quantity }]) => [out, quantity])),
    beyond: new Map(arrivals.map((arrival) => [arrival, '0'])),
  };
}

/** The smallest outflow first, each with the largest arrival not above it: pairs as many as possible. */
function pairsOf({ outs, arrivals }: TransferGroup): Map<PostedRow, PostedRow> {
  const waiting = arrivals.toSorted(byQuantity).reverse();
  const possible: PostedRow[] = [];
  const pairs = new Map<PostedRow, PostedRow>();
  for (const out of outs.toSorted(byQuantity)) {
    for (let next = waiting.at(-1); next && dec(next.quantity).lte(out.quantity); next = waiting.at(-1)) {
      possible.push(next);
      waiting.pop();
    }
    const arrival = possible.pop();
    if (arrival !== undefined) pairs.set(out, arrival);
  }
  return pairs;
}

/** Arrived units belong to the outflows, in their order. Units beyond them are of unknown origin. */
function bySums({ outs, arrivals }: TransferGroup): SameHash {
  const received = new Map<PostedRow, string>();
  const beyond = new Map<PostedRow, string>();
  let left = sumOf(arrivals);
  let sent = sumOf(outs);
  for (const out of outs) {
    const units = least(left, dec(out.quantity));
    left = left.minus(units);
    received.set(out, formatDecimal(units));
  }
  for (const arrival of arrivals) {
    const known = least(sent, dec(arrival.quantity));
    sent = sent.minus(known);
    beyond.set(arrival, formatDecimal(dec(arrival.quantity).minus(known)));
  }
  return { received, beyond };
}

const byQuantity = (a: PostedRow, b: PostedRow): number => dec(a.quantity).cmp(b.quantity);
const least = (a: Decimal, b: Decimal): Decimal => (a.lt(b) ? a : b);
const sumOf = (rows: readonly PostedRow[]): Decimal =>
  rows.reduce((sum, { quantity }) => sum.plus(quantity), ZERO);
