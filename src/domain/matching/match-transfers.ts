import { dec, type Decimal } from '../kernel/decimal';
import { finished, mapSliced, type Sliced } from '../kernel/slices';
import { formatUnits } from '../kernel/units';
import {
  certain,
  couldMeet,
  FULL_SCORE,
  inSameUnits,
  matchId,
  weigh,
  type Candidate,
  type MatchReason,
} from './candidate';
import { namedEnds } from './named-ends';
import { sameTransactions } from './same-transaction';
import { searching } from './search';
import type { TransferLeg } from './transfer-leg';

/** The user's decision about a pair of legs. It remains when the legs are fetched again. */
export interface Decision {
  outId: string;
  inId: string;
  status: 'confirmed' | 'rejected';
  /** Milliseconds UTC. */
  decidedAt: number;
}

export interface TransferMatch {
  /** UUID v5 of the two leg ids. */
  id: string;
  status: 'suggested' | 'confirmed' | 'rejected';
  /** 0..1 */
  score: Decimal;
  out: TransferLeg;
  in: TransferLeg;
  quantityDifference: string;
  /** ms from outflow to arrival. Negative when the arrival has an earlier timestamp. */
  timeDifference: number;
  reasons: readonly MatchReason[];
  decidedBy: 'system' | 'user' | null;
  decidedAt: number | null;
}

export interface Matching {
  matches: readonly TransferMatch[];
  /** Legs without a confirmed other end, in time order. */
  unmatched: readonly TransferLeg[];
}

/** Points from which a pair is confirmed if neither end has another candidate, and points from which it is shown. */
const CONFIRMED_FROM = 9_500;
const SUGGESTED_FROM = 7_000;

/**
 * The user's decision comes first, then pairs that one transaction proves, then the score. A leg is in at most one
 * confirmed match. Only confirmed matches may move lots.
 * @param legs of all wallets and accounts of the owner, in any order; ids unique
 * @source api.md 1.12, tax-rules 10.1
 */
export const matchTransfers = (legs: readonly TransferLeg[], decisions: readonly Decision[] = []): Matching =>
  finished(matchingTransfers(legs, decisions));

export function* matchingTransfers(
  legs: readonly TransferLeg[],
  decisions: readonly Decision[],
): Sliced<Matching> {
  const ordered = legs.toSorted(compareLegs);
  const matches = new Map<string, TransferMatch>();
  const taken = new Map<string, TransferMatch>();
  const settle = (match: TransferMatch) => {
    matches.set(match.id, match);
    if (match.status !== 'confirmed') return;
    taken.set(match.out.id, match);
    taken.set(match.in.id, match);
  };
  applyDecisions(ordered, decisions, taken, settle);
  for (const pair of sameTransactions(ordered))
    if (!matches.has(pair.id) && !taken.has(pair.out.id) && !taken.has(pair.in.id))
      settle(toMatch(pair, { status: 'confirmed', decidedBy: 'system', decidedAt: null }));
  yield;
  for (const match of yield* weighing(ordered, matches, taken)) settle(match);
  yield;
  return {
    matches: [...matches.values()].sort((a, b) => compareLegs(a.out, b.out) || compareLegs(a.in, b.in)),
    unmatched: ordered.filter(({ id }) => !taken.has(id)),
  };
}

/** An address of the owner decides, whatever the score. Suggestions for the ends of such pairs are dropped. */
export function withNamedEnds({ matches, unmatched }: Matching): Matching {
  const refused = new Set(matches.flatMap(({ id, status }) => (status === 'rejected' ? [id] : [])));
  const named = namedEnds(unmatched, (id) => refused.has(id));
  if (named.length === 0) return { matches, unmatched };
  const ends = new Set(named.flatMap(({ out, in: into }) => [out.id, into.id]));
  const others = matches.filter(
    ({ status, out, in: into }) => status !== 'suggested' || (!ends.has(out.id) && !ends.has(into.id)),
  );
  const pairs = named.map((pair) =>
    toMatch(pair, { status: 'confirmed', decidedBy: 'system', decidedAt: null }),
  );
  return {
    matches: [...others, ...pairs].sort((a, b) => compareLegs(a.out, b.out) || compareLegs(a.in, b.in)),
    unmatched: unmatched.filter(({ id }) => !ends.has(id)),
  };
}

/** The latest decision first: of two confirmations that share a leg, the later one is valid. */
function applyDecisions(
  legs: readonly TransferLeg[],
  decisions: readonly Decision[],
  taken: ReadonlyMap<string, TransferMatch>,
  settle: (match: TransferMatch) => void,
): void {
  const byId = new Map(legs.map((leg) => [leg.id, leg]));
  const seen = new Set<string>();
  for (const { outId, inId, status, decidedAt } of decisions.toSorted(compareDecisions)) {
    const [out, arrival] = [byId.get(outId), byId.get(inId)];
    if (!out || !arrival || !couldMeet(out, arrival) || seen.has(matchId(out, arrival))) continue;
    const pair = certain(out, arrival) ?? weigh(out, arrival) ?? unlikely(out, arrival);
    seen.add(pair.id);
    const isRival = taken.has(outId) || taken.has(inId);
    settle(toMatch(pair, { status: isRival ? 'rejected' : status, decidedBy: 'user', decidedAt }));
  }
}

function* weighing(
  legs: readonly TransferLeg[],
  decided: ReadonlyMap<string, TransferMatch>,
  taken: ReadonlyMap<string, TransferMatch>,
): Sliced<TransferMatch[]> {
  const open = legs.filter(({ id }) => taken.get(id)?.decidedBy !== 'system');
  const { pairs, crowded } = yield* searching(
    open.filter(isOut),
    open.filter((leg) => !isOut(leg)),
    SUGGESTED_FROM,
  );
  const candidates = pairs.filter(({ id }) => !decided.has(id));
  const confirmedOf = ({ out, in: arrival }: Candidate) => taken.get(out.id) ?? taken.get(arrival.id);
  const free = candidates.filter((candidate) => !confirmedOf(candidate));
  const uses = new Map<string, number>();
  for (const { out, in: arrival } of free)
    for (const { id } of [out, arrival]) uses.set(id, (uses.get(id) ?? 0) + 1);
  return yield* mapSliced(candidates, (candidate) => {
    const confirmed = confirmedOf(candidate);
    if (confirmed)
      return toMatch(candidate, { status: 'rejected', decidedBy: 'user', decidedAt: confirmed.decidedAt });
    const isUnique =
      uses.get(candidate.out.id) === 1 && uses.get(candidate.in.id) === 1 && !crowded.has(candidate.in.id);
    return isUnique && candidate.points >= CONFIRMED_FROM
      ? toMatch(candidate, { status: 'confirmed', decidedBy: 'system', decidedAt: null })
      : toMatch(candidate, { status: 'suggested', decidedBy: null, decidedAt: null });
  });
}

const isOut = ({ direction }: TransferLeg): boolean => direction === 'out';

const unlikely = (out: TransferLeg, arrival: TransferLeg): Candidate => ({
  id: matchId(out, arrival),
  out,
  in: arrival,
  points: 0,
  reasons: [],
});

function toMatch(
  { id, out, in: arrival, points, reasons }: Candidate,
  verdict: Pick<TransferMatch, 'status' | 'decidedBy' | 'decidedAt'>,
): TransferMatch {
  const { sent, arrived, decimals } = inSameUnits(out, arrival);
  return {
    id,
    ...verdict,
    score: dec(points).div(FULL_SCORE),
    out,
    in: arrival,
    quantityDifference: formatUnits(sent - arrived, decimals),
    timeDifference: arrival.at - out.at,
    reasons,
  };
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const compareLegs = (a: TransferLeg, b: TransferLeg): number => a.at - b.at || compareText(a.id, b.id);
const compareDecisions = (a: Decision, b: Decision): number =>
  b.decidedAt - a.decidedAt ||
  compareText(a.outId, b.outId) ||
  compareText(a.inId, b.inId) ||
  compareText(a.status, b.status);
