import type { Asset } from '../../kernel/asset';
import type { Quantity } from '../../kernel/units';
import type { Facts } from '../facts/facts';
import type { NetLeg } from '../facts/net-legs';
import type { Outcome } from './rule';

/** Receipts that a contract destroyed when the wallet asked for its deposit, and the place that owes it. */
export interface GivenReceipt {
  asset: Asset;
  quantity: Quantity;
  place: string;
}

/** The payment of a request. */
export interface Redemption {
  leg: NetLeg;
  given: GivenReceipt;
}

/** True for a receipt that leaves to get a deposit back later. */
export const isRequest = ({ type }: Outcome, { direction }: NetLeg): boolean =>
  type === 'unstake' && direction === 'out';

/**
 * Connects requests with their payments: the first request at a contract is paid first. The payment carries
 * the basis and the date of the receipt.
 * @source tax-rules 10.5; coverage.md 2.10
 */
export class RequestTracker {
  private readonly open = new Map<string, GivenReceipt[]>();

  /** Call it once per transaction, in order. */
  pass({ tx, targets, ins, outs }: Facts, outcome: Outcome): Redemption | null {
    if (outcome.type !== 'unstake') return null;
    const { costs = [], earned = [] } = outcome;
    const [place] = targets;
    if (ins.length === 0) {
      for (const { asset, quantity } of outs.filter((leg) => !costs.includes(leg)))
        if (place !== undefined) this.waiting(tx.chain, place).push({ asset, quantity, place });
      return null;
    }
    const paid = ins.filter((leg) => !earned.some((one) => one.leg === leg));
    const [leg] = paid;
    if (!leg || paid.length > 1 || outs.some((one) => !costs.includes(one))) return null;
    for (const at of [leg.counterparty, ...targets]) {
      const given = at === null ? undefined : this.waiting(tx.chain, at).shift();
      if (given) return { leg, given };
    }
    return null;
  }

  private waiting(chain: string, place: string): GivenReceipt[] {
    const key = `${chain}|${place}`;
    const waiting = this.open.get(key) ?? [];
    this.open.set(key, waiting);
    return waiting;
  }
}
