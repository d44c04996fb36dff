import { firstWhere, type Sliced } from '../kernel/slices';
import type { Quantity } from '../kernel/units';
import { candidateOf, groupOf, placeOf, scaled, weightOf, type Candidate, type Weight } from './candidate';
import { widestRoute } from './routes';
import type { TransferLeg } from './transfer-leg';

interface Arrival {
  leg: TransferLeg;
  /** In units common to all legs, including a deposit fee. */
  reached: Quantity;
}

/** Limits of a search: equal rows would be paired with all others. */
interface Limits {
  /** Arrivals that one outflow is compared with, and pairs that are kept, per place. */
  compared: number;
  pairs: number;
}
const MOST: Limits = { compared: 500, pairs: 50 };
const LEAST: Limits = { compared: 20, pairs: 2 };
/** For all outflows together: a second or two, and some 50 MB. */
const ALL: Limits = { compared: 1_000_000, pairs: 50_000 };

function limitsFor(outs: number): Limits {
  const share = (of: keyof Limits): number =>
    Math.max(LEAST[of], Math.min(MOST[of], Math.floor(ALL[of] / Math.max(1, outs))));
  return { compared: share('compared'), pairs: share('pairs') };
}

export interface Found {
  pairs: Candidate[];
  crowded: ReadonlySet<string>;
}

/** Of one asset group in one place, sorted by two keys. */
interface Arrivals {
  byTime: Arrival[];
  byAmount: Arrival[];
}

/**
 * Scans for each outflow the arrivals within its time window or its amount range, whichever are fewer. Both lists are
 * sorted, so a long history costs about as much as sorting it.
 * @returns pairs with at least `leastPoints`
 */
export function* searching(
  outs: readonly TransferLeg[],
  arrivals: readonly TransferLeg[],
  leastPoints: number,
): Sliced<Found> {
  const decimals = [...outs, ...arrivals].reduce((most, { asset }) => Math.max(most, asset.decimals), 0);
  const known = arrivalsByGroup(arrivals, decimals);
  const limits = limitsFor(outs.length);
  const pairs: Candidate[] = [];
  const crowded = new Set<string>();
  for (const out of outs) {
    yield;
    const own = placeOf(out);
    for (const [place, arrivals] of known.get(groupOf(out.asset)) ?? []) {
      if (place === own) continue;
      const likely: Likely[] = [];
      for (const { leg } of nearest(out, arrivals, decimals, limits.compared)) {
        const weight = weightOf(out, leg);
        if (weight !== null && weight.points >= leastPoints) likely.push({ leg, weight });
      }
      // Array sort is stable: of equal pairs, the nearest in time or amount stay.
      if (likely.length > limits.pairs) likely.sort((a, b) => b.weight.points - a.weight.points);
      for (const [rank, { leg, weight }] of likely.entries())
        if (rank < limits.pairs) pairs.push(candidateOf(out, leg, weight));
        else crowded.add(leg.id);
    }
  }
  return { pairs, crowded };
}

interface Likely {
  leg: TransferLeg;
  weight: Weight;
}

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

function nearest(
  out: TransferLeg,
  { byTime, byAmount }: Arrivals,
  decimals: number,
  most: number,
): Arrival[] {
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
  if (soon[1] - soon[0] > alike[1] - alike[0]) return closest(byAmount, alike, alike[1], most).filter(inTime);
  const at = firstWhere(byTime, ({ leg }) => leg.at >= out.at);
  return closest(byTime, soon, at, most).filter(inRange);
}

function closest(
  list: readonly Arrival[],
  [from, to]: readonly [number, number],
  around: number,
  most: number,
): readonly Arrival[] {
  if (to - from <= most) return list.slice(from, to);
  const start = Math.min(Math.max(from, around - (most >> 1)), to - most);
  return list.slice(start, start + most);
}
