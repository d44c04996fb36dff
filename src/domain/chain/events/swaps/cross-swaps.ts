import { HOUR_MS, MINUTE_MS } from '../../../kernel/durations';
import { isSameGroup } from '../../facts/assets';
import type { Leg, TransactionFlag, WalletTransaction } from '../../facts/wallet-transaction';
import { splitValue } from '../../pricing/split';
import { CROSS_SWAPS } from '../../protocols/bridges';
import { endsOf, isApart, type TransferEnd } from '../bridges';

/** A swap in parts is paid within a day. */
const WINDOW = { before: 10 * MINUTE_MS, after: 26 * HOUR_MS } as const;
/** What arrives is worth as much, less the fees of the network. Daily prices differ. In percent of what was given. */
const WORTH = { least: 80n, most: 110n } as const;
/** What the other end makes clear. */
const RESOLVED: ReadonlySet<TransactionFlag> = new Set(['unmatched', 'untracked']);

export const isCrossSwap = ({ type, protocol }: Pick<WalletTransaction, 'type' | 'protocol'>): boolean =>
  type === 'bridge' && protocol !== null && CROSS_SWAPS.has(protocol);

/**
 * Joins what a cross-chain network takes with what it pays on another chain: a trade at the value of what arrives. The
 * memo names the receiver where it is known. Else an arrival of about the same value decides, the nearest in value.
 * @param txs of all wallets of the owner, valued, in order of time
 * @param paired legs of one asset that are paired already
 * @source tax-rules 10.3
 */
export function withCrossSwaps(
  txs: readonly WalletTransaction[],
  paired: ReadonlyMap<Leg, TransferEnd>,
): readonly WalletTransaction[] {
  const outs = endsOf(txs, 'out', ['bridge']).filter(
    ({ leg, tx }) => !leg.isCost && !paired.has(leg) && mayBeSwap(tx),
  );
  if (outs.length === 0) return txs;
  const taken = new Set<Leg>([...paired.values()].map(({ leg }) => leg));
  const ins = endsOf(txs, 'in', ['bridge', 'transfer_in']);
  const replaced = new Map<WalletTransaction, WalletTransaction>();
  for (const out of outs) {
    const fitting = ins.filter((end) => !taken.has(end.leg) && isPaidBy(out, end) && isWorth(out, end));
    const named = fitting.find((end) => isDestination(out, end) === true);
    const [found = null] = named ? [named] : fitting.sort((a, b) => distance(out, a) - distance(out, b));
    if (found === null || replaced.has(found.tx) || replaced.has(out.tx)) continue;
    taken.add(found.leg);
    const { legs } = splitValue([out.leg], [{ ...found.leg, index: found.leg.index + OTHER }], out.tx.at);
    const [given, got] = [legs.find(isOut), legs.find((leg) => !isOut(leg))];
    if (!given || !got) continue;
    replaced.set(out.tx, traded(out, given));
    replaced.set(found.tx, traded(found, { ...got, index: got.index - OTHER }));
  }
  return replaced.size === 0 ? txs : txs.map((tx) => replaced.get(tx) ?? tx);
}

/** Keeps the numbers of the legs of both transactions apart. */
const OTHER = 10_000;
const isOut = ({ direction }: Leg): boolean => direction === 'out';

/** Also bridges that trade on the way, when they deliver themselves. */
const mayBeSwap = ({ protocol, destination }: WalletTransaction): boolean =>
  protocol !== null || destination !== undefined;

/** Whether an arrival may be what the network pays, of whatever value. */
export function isPaidBy(out: TransferEnd, end: TransferEnd): boolean {
  if (end.tx.account !== undefined || end.tx.id === out.tx.id || isApart(out.leg, end.leg)) return false;
  const { asset } = out.leg;
  if (asset.id === end.leg.asset.id || isSameGroup(asset, end.leg.asset)) return false;
  const delay = end.tx.at - out.tx.at;
  if (delay < -WINDOW.before || delay > WINDOW.after || isDestination(out, end) === false) return false;
  const isSame = end.tx.type === 'bridge' && end.tx.protocol === out.tx.protocol;
  if (end.tx.chain === out.tx.chain || !isCrossSwap(out.tx)) return isSame;
  return isSame || end.tx.type === 'transfer_in' || end.tx.protocol === null;
}

/** The memo states the receiver. @returns null when it does not, or the wallet is an account of many addresses */
function isDestination(
  { tx: { destination } }: TransferEnd,
  { tx: { wallet } }: TransferEnd,
): boolean | null {
  if (destination === undefined) return null;
  if (destination.toLowerCase() === wallet.toLowerCase()) return true;
  return /^(0x[0-9a-f]{40}|bc1.*|[13][A-Za-z0-9]{25,34})$/i.test(wallet) ? false : null;
}

/** A swap without a price at one end is known by its memo alone. */
function isWorth(out: TransferEnd, end: TransferEnd): boolean {
  const [given, got] = [out.leg.valueUsd, end.leg.valueUsd];
  if (given === null || got === null) return isDestination(out, end) === true;
  return got * 100n >= given * WORTH.least && got * 100n <= given * WORTH.most;
}

/** In parts of a million of the value given. */
function distance(out: TransferEnd, end: TransferEnd): number {
  const [given, got] = [out.leg.valueUsd ?? 0n, end.leg.valueUsd ?? 0n];
  if (given === 0n) return 0;
  return Number(((given > got ? given - got : got - given) * 1_000_000n) / given);
}

function traded({ tx, leg }: TransferEnd, valued: Leg): WalletTransaction {
  const { escrow: _, principal: __, ...part } = valued;
  const legs = tx.legs.map((one) => (one === leg ? part : one));
  const isOpen = legs.some(({ valueUsd }) => valueUsd === null);
  const flags = tx.flags.filter((flag) => !RESOLVED.has(flag) && (isOpen || flag !== 'missing_price'));
  return {
    ...tx,
    type: 'swap',
    incomeType: null,
    legs,
    flags: [...new Set([...flags, 'classification_uncertain' as const])],
  };
}
