import { DAY_MS, HOUR_MS } from '../../kernel/durations';
import type { Asset } from '../../kernel/asset';
import { isFiat } from '../../kernel/exchanges/fiat';
import { finished, type Sliced } from '../../kernel/slices';
import { assetGroup, isNft } from '../facts/assets';
import { heldCause, isUnknownReceipt } from '../facts/held';
import type { Leg, WalletTransaction } from '../facts/wallet-transaction';
import { isCrossSwap, isPaidBy, withCrossSwaps } from './swaps/cross-swaps';
import { endsOf, hasArrived, isApart, pairBridges, type TransferEnd } from './bridges';
import { liveInOrder, withJointTrades } from './joint-trades';

/** A transfer whose other end is not known, and legs that may be it. */
export interface UnmatchedTransfer extends TransferEnd {
  /** Nearest in time first. A symbol is enough: the user decides. */
  candidates: readonly TransferEnd[];
}

/** A transfer arrives within hours. Exits of rollups and claimed bridges take up to a month. */
const WINDOW = { before: HOUR_MS, transfer: 15 * HOUR_MS, bridge: 30 * DAY_MS } as const;
/** Largest share that a transfer loses on its way, in percent: bonders of Hop take 20. */
const MOST_LOST = { transfer: 2n, bridge: 20n } as const;
const MOST_CANDIDATES = 5;
/** Ends of one unit that are compared with a transfer, the nearest in time first: a busy wallet has 100,000. */
const MOST_COMPARED = 500;
const TYPES = { out: ['bridge', 'transfer_out'], in: ['bridge', 'transfer_in'] } as const;

export interface UnmatchedTransfers {
  count: number;
  /** True when the list is longer than its limit. */
  isCut: boolean;
  listed: readonly UnmatchedTransfer[];
}

/** What may be listed, and named beside what is. */
type Shows = (tx: WalletTransaction) => boolean;

/**
 * Lists the legs of one wallet over a bridge, to an unknown address or from one, that no other end explains. Cash needs
 * none.
 * @param history of all wallets of the owner, valued
 * @param limit length of the list; the count is full
 * @source coverage.md 2.3; tax-rules 9.5, 10.3
 */
export const unmatchedTransfers = (
  history: readonly WalletTransaction[],
  wallet: string,
  limit: number,
  shows?: Shows,
): UnmatchedTransfers => finished(openingTransfers(history, wallet))(limit, shows);

/** The lists of `unmatchedTransfers` of one history. */
type OpenTransfers = (limit: number, shows?: Shows) => UnmatchedTransfers;

/** In slices: a history has hundreds of thousands of transactions. */
export function* openingTransfers(
  history: readonly WalletTransaction[],
  wallet: string,
): Sliced<OpenTransfers> {
  const joint = yield* withJointTrades(yield* liveInOrder(history), 'mixed');
  yield;
  const pairs = pairBridges(joint);
  yield;
  const txs = withCrossSwaps(joint, pairs);
  yield;
  const paired = new Set([...pairs.keys(), ...[...pairs.values()].map(({ leg }) => leg)]);
  const open = (direction: 'in' | 'out'): TransferEnd[] =>
    [...endsOf(txs, direction, TYPES[direction]), ...(direction === 'out' ? heldSomewhere(txs) : [])].filter(
      ({ tx, leg }) =>
        !paired.has(leg) && !isNft(leg.asset) && !isFiat(leg.asset) && tx.rule !== 'spam-poisoning',
    );
  const [outs, ins] = [open('out'), open('in')];
  const ends = {
    out: byUnit(outs),
    in: byUnit(ins),
    swaps: outs.filter(({ tx }) => isCrossSwap(tx)),
    all: ins,
  };
  const own = [...outs, ...ins]
    .filter(({ tx, leg }) => tx.wallet === wallet && !isUnknownOperation(tx, leg) && !isFromOthers(tx))
    .sort((a, b) => a.tx.at - b.tx.at || (a.tx.id < b.tx.id ? -1 : 1));
  return (limit, shows = () => true) => {
    const shown = own.filter(({ tx }) => shows(tx));
    return {
      count: own.length,
      isCut: shown.length > limit,
      listed: shown
        .slice(0, limit)
        .map((end) => ({ ...end, candidates: candidatesOf(end, ends).filter(({ tx }) => shows(tx)) })),
    };
  };
}

/** An unknown operation has a list of its own: its owner says first what it was. */
const isUnknownOperation = (tx: WalletTransaction, leg: Leg): boolean =>
  heldCause(tx, leg) === 'unknown_operation' || isUnknownReceipt(tx, leg);
/** Deposits of which nothing shows where they are. */
const heldSomewhere = (txs: readonly WalletTransaction[]): TransferEnd[] =>
  endsOf(txs, 'out', ['stake']).filter(
    ({ tx, leg }) => tx.flags.includes('unmatched') && leg.escrow !== undefined && !leg.isCost,
  );

/** The owner states that the units came from somebody else. */
const isFromOthers = ({ isStated, type }: WalletTransaction): boolean =>
  isStated === true && type === 'transfer_in';

/** By unit, in the order of time. */
type Ends = Map<string, TransferEnd[]>;
interface OpenEnds {
  out: Ends;
  in: Ends;
  /** In the order of time. */
  swaps: readonly TransferEnd[];
  all: readonly TransferEnd[];
}

/** Another end has the same symbol or is in the same group. */
function unitsOf({ id, symbol }: Asset): string[] {
  const group = assetGroup(id);
  return [`symbol ${symbol.toUpperCase()}`, ...(group === null ? [] : [`group ${group}`])];
}

function byUnit(ends: readonly TransferEnd[]): Ends {
  const units: Ends = new Map();
  for (const end of ends.toSorted((a, b) => a.tx.at - b.tx.at))
    for (const unit of unitsOf(end.leg.asset)) {
      const known = units.get(unit);
      if (known) known.push(end);
      else units.set(unit, [end]);
    }
  return units;
}

/** What the network may have paid for the units, or been paid with: another coin, whose value tells nothing. */
function swapsOf(end: TransferEnd, { swaps, all }: OpenEnds): TransferEnd[] {
  if (end.leg.direction === 'in') return nearest(swaps, end.tx.at).filter((out) => isPaidBy(out, end));
  return isCrossSwap(end.tx) ? nearest(all, end.tx.at).filter((other) => isPaidBy(end, other)) : [];
}

function candidatesOf(end: TransferEnd, ends: OpenEnds): TransferEnd[] {
  const isOut = end.leg.direction === 'out';
  const others = isOut ? ends.in : ends.out;
  const fits = (other: TransferEnd): boolean => (isOut ? isArrival(end, other) : isArrival(other, end));
  const known = unitsOf(end.leg.asset).flatMap((unit) => nearest(others.get(unit) ?? [], end.tx.at));
  return [...new Set([...known.filter(fits), ...swapsOf(end, ends)])]
    .sort((a, b) => Math.abs(a.tx.at - end.tx.at) - Math.abs(b.tx.at - end.tx.at))
    .slice(0, MOST_CANDIDATES);
}

/** @param ends in the order of time */
function nearest(ends: readonly TransferEnd[], at: number): TransferEnd[] {
  let [low, high] = [0, ends.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ends[middle]?.tx.at ?? at) < at) low = middle + 1;
    else high = middle;
  }
  const half = MOST_COMPARED / 2;
  return ends.slice(Math.max(0, low - half), low + half);
}

function isArrival(out: TransferEnd, end: TransferEnd): boolean {
  const isBridge = out.tx.type === 'bridge' || end.tx.type === 'bridge';
  if (out.tx.chain === end.tx.chain && out.tx.wallet === end.tx.wallet) return false;
  if (out.tx.id === end.tx.id || isApart(out.leg, end.leg)) return false;
  const delay = end.tx.at - out.tx.at;
  if (delay < -WINDOW.before || delay > (isBridge ? WINDOW.bridge : WINDOW.transfer)) return false;
  return hasArrived(out.leg, end.leg, isBridge ? MOST_LOST.bridge : MOST_LOST.transfer);
}
