import type { Quantity } from '../kernel/units';
import { groupOf, placeOf, scaled, weigh, type Candidate } from './candidate';
import { widestRoute } from './routes';
import type { TransferLeg } from './transfer-leg';

interface Arrival {
  leg: TransferLeg;
  /** In units common to all legs, including a deposit fee. */
  reached: Quantity;
}

/** Pairs of one outflow with one place, and arrivals that are compared: equal rows would be paired with all others. */
const MOST_PAIRS = 50;
const MOST_COMPARED = 500;

/** The arrivals of one asset group in one place, sorted by two keys. */
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
  for (const out of outs) {
    const own = placeOf(out);
    for (const [place, arrivals] of known.get(groupOf(out.asset)) ?? []) {
      if (place === own) continue;
      const likely = nearest(out, arrivals, decimals)
        .map(({ leg }) => weigh(out, leg))
        .filter((pair) => pair !== null)
        .filter(({ points }) => points >= leastPoints);
      found.push(...best(likely));
    }
  }
  return found;
}

const best = (pairs: Candidate[]): Candidate[] =>
  pairs.length <= MOST_PAIRS ? pairs : pairs.toSorted((a, b) => b.points - a.points).slice(0, MOST_PAIRS);

/** Asset group -> place -> arrivals. */
function arrivalsByGroup(legs: readonly TransferLeg[], decimals: number): Map<string, Map<string, Arrivals>> {
  const groups = new Map<string, Map<string, Arrival[]>>();
  for (const leg of legs) {
    const arrival = { leg, reached: scaled(leg.quantity + leg.fee, leg, decimals) };
    const places = groups.get(groupOf(leg.asset)) ?? new Map<string, Arrival[]>();
    groups.set(groupOf(leg.asset), places);
    const list = places.get(placeOf(leg));
    if (list) list.push(arrival);
    else places.set(placeOf(leg), [arrival]);
  }
  return new Map([...groups].map(([group, places]) => [group, new Map([...places].map(sorted))]));
}

const sorted = ([place, list]: [string, Arrival[]]): [string, Arrivals] => [
  place,
  {
    byTime: list.toSorted((a, b) => a.leg.at - b.leg.at),
    byAmount: list.toSorted((a, b) => (a.reached < b.reached ? -1 : a.reached > b.reached ? 1 : 0)),
  },
];

function nearest(out: TransferLeg, { byTime, byAmount }: Arrivals, decimals: number): Arrival[] {
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
  if (soon[1] - soon[0] > alike[1] - alike[0]) return closest(byAmount, alike, alike[1]).filter(inTime);
  const at = firstWhere(byTime, ({ leg }) => leg.at >= out.at);
  return closest(byTime, soon, at).filter(inRange);
}

/** The elements of a part of a list around one index, at most `MOST_COMPARED`. */
function closest(
  list: readonly Arrival[],
  [from, to]: readonly [number, number],
  around: number,
): readonly Arrival[] {
  if (to - from <= MOST_COMPARED) return list.slice(from, to);
  const start = Math.min(Math.max(from, around - MOST_COMPARED / 2), to - MOST_COMPARED);
  return list.slice(start, start + MOST_COMPARED);
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
