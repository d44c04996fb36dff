import { DAY_MS, HOUR_MS } from '../kernel/durations';
import { firstWhere } from '../kernel/slices';
import { couldMeet, FULL_SCORE, inSameUnits, matchId, type Candidate } from './candidate';
import type { TransferLeg } from './transfer-leg';

/** A transfer to a named place can arrive late, and less of it. */
const LIMITS = { before: HOUR_MS, after: 7 * DAY_MS, lostPercent: 5n } as const;
/** Arrivals that one outflow is compared with: a busy account has 100,000. */
const MOST_COMPARED = 500;

/** By the address at which they came in, in time order. */
export class Arrivals {
  private readonly byAddress = new Map<string, TransferLeg[]>();

  constructor(legs: readonly TransferLeg[]) {
    for (const leg of legs) {
      if (leg.direction !== 'in' || leg.address === null) continue;
      const known = this.byAddress.get(leg.address);
      if (known) known.push(leg);
      else this.byAddress.set(leg.address, [leg]);
    }
  }

  of(out: TransferLeg): TransferLeg[] {
    if (out.direction !== 'out' || out.source.kind !== 'exchange' || out.counterparty === null) return [];
    const there = this.byAddress.get(out.counterparty) ?? [];
    const from = firstWhere(there, ({ at }) => at >= out.at - LIMITS.before);
    return there.slice(from, from + MOST_COMPARED).filter((into) => fits(out, into));
  }
}

/** Outflows and arrivals of which each may belong to several others. */
interface Crowd {
  outs: TransferLeg[];
  arrivals: Set<string>;
}

/**
 * Pairs what an account sent to an address of the owner with the arrivals there, where the score does not decide:
 * several transfers are alike, or the time is long. Equal transfers between two places have the same effect in any
 * order. With more arrivals than outflows, one arrival came from elsewhere: the owner decides.
 * @param open legs without a confirmed other end, in time order
 * @param isRefused the owner rejected the pair
 */
export function namedEnds(
  open: readonly TransferLeg[],
  isRefused: (matchId: string) => boolean,
): Candidate[] {
  const known = new Arrivals(open);
  const crowds = new Set<Crowd>();
  const crowdOf = new Map<string, Crowd>();
  const fitting = (out: TransferLeg) => known.of(out).filter((into) => !isRefused(matchId(out, into)));
  for (const out of open) {
    const found = fitting(out);
    if (found.length === 0) continue;
    const touched = [...new Set(found.flatMap(({ id }) => crowdOf.get(id) ?? []))];
    const [crowd = { outs: [], arrivals: new Set<string>() }, ...others] = touched.sort(
      (a, b) => b.outs.length - a.outs.length,
    );
    crowds.add(crowd);
    crowd.outs.push(out);
    const joined = [...found.map(({ id }) => id), ...others.flatMap(({ arrivals }) => [...arrivals])];
    for (const id of joined) {
      crowdOf.set(id, crowd);
      crowd.arrivals.add(id);
    }
    for (const other of others) {
      crowds.delete(other);
      for (const one of other.outs) crowd.outs.push(one);
    }
  }
  const taken = new Set<string>();
  return [...crowds].filter(({ outs, arrivals }) => arrivals.size <= outs.length).flatMap(paired);

  /** Oldest outflow first, each with the arrival that has lost least, then the earliest. */
  function paired({ outs }: Crowd): Candidate[] {
    return outs
      .toSorted((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1))
      .flatMap((out): Candidate[] => {
        const [into] = fitting(out)
          .filter(({ id }) => !taken.has(id))
          .sort((a, b) => compare(lostOf(out, a), lostOf(out, b)) || a.at - b.at);
        if (!into) return [];
        taken.add(into.id);
        return [{ id: matchId(out, into), out, in: into, points: FULL_SCORE, reasons: ['address_known'] }];
      });
  }
}

function fits(out: TransferLeg, into: TransferLeg): boolean {
  const delay = into.at - out.at;
  if (delay < -LIMITS.before || delay > LIMITS.after || out.counterparty !== into.address) return false;
  return couldMeet(out, into) && lostOf(out, into) * 100n <= inSameUnits(out, into).sent * LIMITS.lostPercent;
}

function lostOf(out: TransferLeg, into: TransferLeg): bigint {
  const { sent, fee, reached } = inSameUnits(out, into);
  const lost = sent - fee - reached;
  return lost < 0n ? -lost : lost;
}

const compare = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0);
