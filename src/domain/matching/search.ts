import type { Quantity } from '../kernel/units';
import { groupOf, scaled, weigh, type Candidate } from './candidate';
import { widestRoute } from './routes';
import type { TransferLeg } from './transfer-leg';

interface Arrival {
  leg: TransferLeg;
  /** In units common to all legs, including a deposit fee. */
  reached: Quantity;
}

/** The arrivals of one asset group, sorted by two keys. */
interface Arrivals {
  byTime: Arrival[];
  byAmount: Arrival[];
}

/**
 * Returns pairs with at least `leastPoints`. For each outflow, scans either the arrivals within its time
 * window or those within its amount range, whichever has fewer. Both lists are sorted, so the cost for a long
 * history is close to the cost of sorting.
 */
export function search(
  outs: readonly TransferLeg[],
  arrivals: readonly TransferLeg[],
  leastPoints: number,
): Candidate[] {
  const decimals = [...outs, ...arrivals].reduce((most, { asset }) => Math.max(most, asset.decimals), 0);
  const known = arrivalsByGroup(arrivals, decimals);
  const found: Candidate[] = [];
  for (const out of outs)
    for (const { leg } of nearest(out, known.get(groupOf(out.asset)), decimals)) {
      const candidate = weigh(out, leg);
      if (candidate && candidate.points >= leastPoints) found.push(candidate);
    }
  return found;
}

function arrivalsByGroup(legs: readonly TransferLeg[], decimals: number): Map<string, Arrivals> {
  const groups = new Map<string, Arrival[]>();
  for (const leg of legs) {
    const arrival = { leg, reached: scaled(leg.quantity + leg.fee, leg, decimals) };
    const group = groups.get(groupOf(leg.asset));
    if (group) group.push(arrival);
    else groups.set(groupOf(leg.asset), [arrival]);
  }
  return new Map(
    [...groups].map(([group, list]) => [
      group,
      {
        byTime: list.toSorted((a, b) => a.leg.at - b.leg.at),
        byAmount: list.toSorted((a, b) => (a.reached < b.reached ? -1 : a.reached > b.reached ? 1 : 0)),
      },
    ]),
  );
}

function nearest(out: TransferLeg, arrivals: Arrivals | undefined, decimals: number): Arrival[] {
  if (!arrivals) return [];
  const { byTime, byAmount } = arrivals;
  const { before, after, slackPercent } = widestRoute(out);
  const sent = scaled(out.quantity, out, decimals);
  const least = sent - scaled(out.fee, out, decimals) - (sent * slackPercent) / 100n;
  const inTime = ({ leg }: Arrival) => leg.at >= out.at - before && leg.at <= out.at + after;
  const inRange = ({ reached }: Arrival) => reached >= least && reached <= sent;
  const soon = [
    firstWhere(byTime, ({ leg }) => leg.at >= out.at - before),
    firstWhere(byTime, ({ leg }) => leg.at > out.at + after),
  ] as const;
  const alike = [
    firstWhere(byAmount, ({ reached }) => reached >= least),
    firstWhere(byAmount, ({ reached }) => reached > sent),
  ] as const;
  return soon[1] - soon[0] <= alike[1] - alike[0]
    ? byTime.slice(...soon).filter(inRange)
    : byAmount.slice(...alike).filter(inTime);
}

/** Index of the first element of a sorted list that passes, or the length of the list. */
function firstWhere(list: readonly Arrival[], passes: (arrival: Arrival) => boolean): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (passes(list[middle] as Arrival)) high = middle;
    else low = middle + 1;
  }
  return low;
}
