import { isSameThing } from '../facts/assets';
import type { Leg, WalletTransaction } from '../facts/wallet-transaction';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Largest share that a bridge keeps as its fee, in percent. */
const MAX_LOSS_PERCENT = 1n;
/** Chains whose native bridge delays withdrawals until the challenge period ends. */
const ROLLUP_EXITS: ReadonlySet<string> = new Set(['base', 'optimism', 'arbitrum']);
const EXIT_WINDOW = 30 * DAY;
const WINDOW = { before: HOUR, after: 4 * HOUR } as const;

export interface BridgeEnd {
  tx: WalletTransaction;
  leg: Leg;
}

/**
 * Pairs units sent over a bridge with an arrival on another chain: same asset group, arrival within the
 * window, at most 1 % lost. Each end is used once. An out-leg with several equally good arrivals takes the
 * earliest.
 * @param txs in order of time
 * @returns out-leg -> in-leg
 * @source tax-rules 10.3, api.md 1.12
 */
export function pairBridges(txs: readonly WalletTransaction[]): Map<Leg, BridgeEnd> {
  const outs = endsOf(txs, 'out', ['bridge']);
  const pairs = new Map<Leg, BridgeEnd>();
  if (outs.length === 0) return pairs;
  const arrivals = new Map<number, BridgeEnd[]>();
  for (const end of endsOf(txs, 'in', ['bridge', 'transfer_in'])) {
    const known = arrivals.get(end.leg.asset.decimals);
    if (known) known.push(end);
    else arrivals.set(end.leg.asset.decimals, [end]);
  }
  const taken = new Set<Leg>();
  for (const out of outs) {
    const candidates = arrivals.get(out.leg.asset.decimals) ?? [];
    const found = firstFrom(
      candidates,
      out.tx.at - WINDOW.before,
      out.tx.at + EXIT_WINDOW,
      (end) => !taken.has(end.leg) && isArrival(out, end),
    );
    if (!found) continue;
    taken.add(found.leg);
    pairs.set(out.leg, found);
  }
  return pairs;
}

/** @param ends in order of time */
function firstFrom(
  ends: readonly BridgeEnd[],
  from: number,
  to: number,
  fits: (end: BridgeEnd) => boolean,
): BridgeEnd | null {
  let [low, high] = [0, ends.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ends[middle]?.tx.at ?? 0) < from) low = middle + 1;
    else high = middle;
  }
  for (let i = low; i < ends.length; i++) {
    const end = ends[i];
    if (!end || end.tx.at > to) return null;
    if (fits(end)) return end;
  }
  return null;
}

function endsOf(
  txs: readonly WalletTransaction[],
  direction: Leg['direction'],
  types: readonly string[],
): BridgeEnd[] {
  return txs
    .filter((tx) => types.includes(tx.type) && !tx.isSpam)
    .flatMap((tx) =>
      tx.legs.filter((leg) => leg.direction === direction && !leg.isInternal).map((leg) => ({ tx, leg })),
    );
}

function isArrival(out: BridgeEnd, end: BridgeEnd): boolean {
  if (end.tx.chain === out.tx.chain || !isSameThing(out.leg.asset, end.leg.asset)) return false;
  const delay = end.tx.at - out.tx.at;
  const limit = ROLLUP_EXITS.has(out.tx.chain) && out.tx.protocol !== null ? EXIT_WINDOW : WINDOW.after;
  if (delay < -WINDOW.before || delay > limit) return false;
  const lost = out.leg.quantity - end.leg.quantity;
  return lost >= 0n && lost * 100n <= out.leg.quantity * MAX_LOSS_PERCENT;
}
