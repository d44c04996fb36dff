import { DAY_MS, HOUR_MS } from '../../kernel/durations';
import { isNft, isSameThing } from '../facts/assets';
import type { WalletTransaction } from '../facts/wallet-transaction';
import { endsOf, isApart, pairBridges, type BridgeEnd } from './bridges';
import { liveInOrder, withJointTrades } from './joint-trades';

/** A transfer whose other end is not known, and legs that may be it. */
export interface UnmatchedTransfer extends BridgeEnd {
  /** Nearest in time first. */
  candidates: readonly BridgeEnd[];
}

/** A transfer arrives within hours. Exits of rollups and claimed bridges take up to a month. */
const WINDOW = { before: HOUR_MS, transfer: 15 * HOUR_MS, bridge: 30 * DAY_MS } as const;
/** Largest share that a transfer loses on its way, in percent: bonders of Hop take 20. */
const MOST_LOST = { transfer: 2n, bridge: 20n } as const;
const MOST_CANDIDATES = 5;
const TYPES = { out: ['bridge', 'transfer_out'], in: ['bridge', 'transfer_in'] } as const;

export interface UnmatchedTransfers {
  count: number;
  listed: readonly UnmatchedTransfer[];
}

/**
 * Lists the legs of one wallet over a bridge, to an unknown address or from one, that no other end explains.
 * @param history of all wallets of the owner, valued
 * @param limit length of the list; the count is full
 * @source coverage.md 2.3; tax-rules 9.5, 10.3
 */
export function unmatchedTransfers(
  history: readonly WalletTransaction[],
  wallet: string,
  limit: number,
): UnmatchedTransfers {
  const txs = withJointTrades(liveInOrder(history));
  const pairs = pairBridges(txs);
  const paired = new Set([...pairs.keys(), ...[...pairs.values()].map(({ leg }) => leg)]);
  const open = (direction: 'in' | 'out'): BridgeEnd[] =>
    endsOf(txs, direction, TYPES[direction]).filter(
      ({ tx, leg }) => !paired.has(leg) && !isNft(leg.asset) && tx.rule !== 'spam-poisoning',
    );
  const ends = { out: byUnit(open('out')), in: byUnit(open('in')) };
  const own = [...ends.out.values(), ...ends.in.values()]
    .flat()
    .filter(({ tx }) => tx.wallet === wallet)
    .sort((a, b) => a.tx.at - b.tx.at || (a.tx.id < b.tx.id ? -1 : 1));
  return {
    count: own.length,
    listed: own.slice(0, limit).map((end) => ({ ...end, candidates: candidatesOf(end, ends) })),
  };
}

type Ends = Map<number, BridgeEnd[]>;

/** By decimals: other ends count the same units. */
function byUnit(ends: readonly BridgeEnd[]): Ends {
  const groups: Ends = new Map();
  for (const end of ends) {
    const group = groups.get(end.leg.asset.decimals);
    if (group) group.push(end);
    else groups.set(end.leg.asset.decimals, [end]);
  }
  return groups;
}

function candidatesOf(end: BridgeEnd, ends: { out: Ends; in: Ends }): BridgeEnd[] {
  const isOut = end.leg.direction === 'out';
  const others = (isOut ? ends.in : ends.out).get(end.leg.asset.decimals) ?? [];
  const fits = (other: BridgeEnd): boolean => (isOut ? isArrival(end, other) : isArrival(other, end));
  return others
    .filter(fits)
    .sort((a, b) => Math.abs(a.tx.at - end.tx.at) - Math.abs(b.tx.at - end.tx.at))
    .slice(0, MOST_CANDIDATES);
}

function isArrival(out: BridgeEnd, end: BridgeEnd): boolean {
  const isBridge = out.tx.type === 'bridge' || end.tx.type === 'bridge';
  if (out.tx.chain === end.tx.chain && out.tx.wallet === end.tx.wallet) return false;
  if (out.tx.id === end.tx.id || isApart(out.leg, end.leg) || !isSameUnit(out, end)) return false;
  const delay = end.tx.at - out.tx.at;
  if (delay < -WINDOW.before || delay > (isBridge ? WINDOW.bridge : WINDOW.transfer)) return false;
  const lost = out.leg.quantity - end.leg.quantity;
  return lost >= 0n && lost * 100n <= out.leg.quantity * (isBridge ? MOST_LOST.bridge : MOST_LOST.transfer);
}

/** A symbol is enough for a candidate: the user decides. */
const isSameUnit = ({ leg: { asset: a } }: BridgeEnd, { leg: { asset: b } }: BridgeEnd): boolean =>
  a.id === b.id || isSameThing(a, b) || a.symbol.toUpperCase() === b.symbol.toUpperCase();
