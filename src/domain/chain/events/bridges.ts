import { isSameGroup } from '../facts/assets';
import type { Leg, WalletTransaction } from '../facts/wallet-transaction';
import { CLAIMED_BRIDGES, mostKept } from '../protocols/bridges';
import { chainOf } from '../../kernel/chain';
import { DAY_MS, HOUR_MS } from '../../kernel/durations';
import { pow10, type Quantity } from '../../kernel/units';

/** Percent that may be lost where no bridge is known. @source coverage.md 2.3 */
const LOSS_WITHOUT_BRIDGE = 1n;
const EXIT_WINDOW = 30 * DAY_MS;
const WINDOW = { before: HOUR_MS, after: 4 * HOUR_MS } as const;

/** What one transaction moves of a transfer. */
export interface TransferEnd {
  tx: WalletTransaction;
  leg: Leg;
}

/**
 * Pairs units sent over a bridge with an arrival on another chain: same asset group, or the same symbol at both
 * ends of a known bridge; arrival within the window; no more lost than the bridge takes. Each end is used once. An
 * out-leg with several equally good arrivals takes the earliest.
 * @param txs in order of time
 * @returns out-leg -> in-leg
 * @source tax-rules 10.3, api.md 1.12
 */
export function pairBridges(txs: readonly WalletTransaction[]): Map<Leg, TransferEnd> {
  const outs = endsOf(txs, 'out', ['bridge']);
  const pairs = new Map<Leg, TransferEnd>();
  if (outs.length === 0) return pairs;
  const arrivals = endsOf(txs, 'in', ['bridge', 'transfer_in']);
  const taken = new Set<Leg>();
  for (const out of outs) {
    const found = firstFrom(
      arrivals,
      out.tx.at - WINDOW.before,
      out.tx.at + longestWay(out),
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
  ends: readonly TransferEnd[],
  from: number,
  to: number,
  fits: (end: TransferEnd) => boolean,
): TransferEnd | null {
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

export function endsOf(
  txs: readonly WalletTransaction[],
  direction: Leg['direction'],
  types: readonly string[],
): TransferEnd[] {
  return txs
    .filter((tx) => types.includes(tx.type) && !tx.isSpam)
    .flatMap((tx) =>
      tx.legs
        .filter((leg) => leg.direction === direction && !leg.isInternal && leg.pair === undefined)
        .map((leg) => ({ tx, leg })),
    );
}

function isArrival(out: TransferEnd, end: TransferEnd): boolean {
  // An exchange account reports its transfers: matching pairs them.
  if (end.tx.account !== undefined || end.tx.chain === out.tx.chain) return false;
  if (isApart(out.leg, end.leg) || !isSameUnit(out, end)) return false;
  return hasArrived(out.leg, end.leg, mostLost(out, end));
}

/** @param percent of the units that may be lost on the way */
export function hasArrived(out: Leg, into: Leg, percent: bigint): boolean {
  const { sent, lost } = lossOf(out, into);
  return lost >= 0n && lost * 100n <= sent * percent;
}

/** What was sent and what was lost, in the smaller unit of both ends: a coin can have other decimals on another chain. */
export function lossOf(out: Leg, into: Leg): { sent: Quantity; lost: Quantity } {
  const decimals = Math.max(out.asset.decimals, into.asset.decimals);
  const sent = out.quantity * pow10(decimals - out.asset.decimals);
  return { sent, lost: sent - into.quantity * pow10(decimals - into.asset.decimals) };
}

/** The owner rejected the pair. */
export const isApart = (out: Leg, into: Leg): boolean =>
  out.apart?.some((match) => into.apart?.includes(match)) ?? false;

const isBridge = ({ tx }: TransferEnd): boolean => tx.type === 'bridge';

const isSameUnit = (out: TransferEnd, end: TransferEnd): boolean =>
  isSameGroup(out.leg.asset, end.leg.asset) ||
  (isBridge(end) && out.tx.protocol !== null && out.leg.asset.symbol === end.leg.asset.symbol);

function longestWay({ tx }: TransferEnd): number {
  if (tx.protocol === null) return WINDOW.after;
  return CLAIMED_BRIDGES.has(tx.protocol) || chainOf(tx.chain)?.isRollup ? EXIT_WINDOW : WINDOW.after;
}

function mostLost(out: TransferEnd, end: TransferEnd): bigint {
  return isBridge(end) && out.tx.protocol !== null ? mostKept(out.tx.protocol) : LOSS_WITHOUT_BRIDGE;
}
