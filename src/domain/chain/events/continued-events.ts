import type { LedgerEvent } from '../../engine';
import { isSame } from '../../kernel/same';
import { SLICE, type Sliced } from '../../kernel/slices';
import { growthOf } from '../facts/assets';
import type { Leg, WalletTransaction } from '../facts/wallet-transaction';
import { pairBridges } from './bridges';
import { isStakeReturn, isStakeTransfer } from './internal-moves';
import { liveInOrder, withJointTrades } from './joint-trades';
import { growingReceipts } from './receipts';
import { withCrossSwaps } from './swaps/cross-swaps';
import { isOfLoans } from './loans';
import { EventWriter, writingWhole, type LedgerPolicies, type Writing } from './ledger-events';

/** A history whose events are written. It can be continued, once. */
export interface WrittenHistory extends Writing {
  readonly policies: LedgerPolicies;
  /** False with observed balances: what they show depends on all events before. */
  readonly canGoOn: boolean;
  readonly hasLoans: boolean;
  readonly hashes: Set<string>;
}

export interface WrittenEvents {
  readonly events: LedgerEvent[];
  /** False when these events are those of the added transactions alone. */
  readonly isWhole: boolean;
  readonly written: WrittenHistory;
}

/** Between two yields: some milliseconds for transactions that are the same objects. */
const COMPARED_AT_ONCE = 20_000;
/** A transaction whose content is compared takes as long as so many others. */
const CONTENT = 100;

/** The transactions that are new, by their place in the history. */
type Added = ReadonlyMap<number, WalletTransaction>;

/**
 * Writes only the events of transactions that are not in `before`, wherever they are, unless these change the events of
 * an earlier one.
 * @param before must not be used again
 */
export function* writingEventsOn(
  txs: readonly WalletTransaction[],
  policies: LedgerPolicies,
  before: WrittenHistory | null,
): Sliced<WrittenEvents> {
  const continued = before?.canGoOn && isFor(before, policies) ? yield* goingOn(txs, before) : null;
  return continued ?? (yield* fromStart(txs, policies));
}

function* fromStart(txs: readonly WalletTransaction[], policies: LedgerPolicies): Sliced<WrittenEvents> {
  const { events, ...writing } = yield* writingWhole(txs, policies);
  const hashes = new Set<string>();
  let hasLoans = false;
  for (const [index, tx] of writing.joint.entries()) {
    if (index % SLICE === 0) yield;
    hashes.add(tx.hash);
    hasLoans ||= isOfLoans(tx);
  }
  const written = { ...writing, policies, canGoOn: !hasObservations(policies), hasLoans, hashes };
  return { events, isWhole: true, written };
}

/** @returns null when the whole history must be written again */
function* goingOn(txs: readonly WalletTransaction[], before: WrittenHistory): Sliced<WrittenEvents | null> {
  const live = yield* liveInOrder(txs);
  yield;
  const added = yield* addedTo(before.live, live);
  yield;
  // One transaction on a chain, reported by two wallets, can be one trade.
  if (added === null || [...added.values()].some(({ hash }) => before.hashes.has(hash))) return null;
  const news = yield* withJointTrades([...added.values()], before.policies.depositPolicy);
  // What a wallet gave as stake is paid out later by another one.
  if (news.some(isStakeTransfer) || (news.some(isStakeReturn) && before.joint.some(isStakeTransfer)))
    return null;
  const hasLoans = before.hasLoans || news.some(isOfLoans);
  const isAppend = [...added.keys()].every((place) => place >= before.live.length);
  // A loan that comes late changes what later payments settle.
  if (news.some(hasPair) || (hasLoans && !isAppend)) return null;
  const joint = withAdded(before.joint, [...added.keys()], news);
  const bridged = pairBridges(joint);
  yield;
  if (!extendsPairs(before.bridged, bridged, news)) return null;
  // Another arrival may be nearer in value.
  if (before.hasSwaps || withCrossSwaps(joint, bridged) !== joint) return null;
  const events = yield* new EventWriter(news, before.policies, bridged, before.loans, joint).write();
  // What a spend shows of growth follows from the balance.
  const receipts = growingReceipts(joint);
  if (events.some((event) => isOfGrowth(event, receipts))) return null;
  const places = [...added.keys()];
  for (const { hash } of added.values()) before.hashes.add(hash);
  const written = {
    ...before,
    live: withAdded(before.live, places, [...added.values()]),
    joint,
    bridged,
    hasLoans,
  };
  return { events, isWhole: false, written };
}

function isFor({ policies: before }: WrittenHistory, policies: LedgerPolicies): boolean {
  const { gasPolicy, wrapPolicy, depositPolicy, owned } = policies;
  return (
    !hasObservations(policies) &&
    gasPolicy === before.gasPolicy &&
    wrapPolicy === before.wrapPolicy &&
    depositPolicy === before.depositPolicy &&
    owned.size === before.owned.size &&
    [...owned].every((wallet) => before.owned.has(wallet))
  );
}

const hasObservations = ({ observations = [] }: LedgerPolicies): boolean => observations.length > 0;
const hasPair = ({ legs }: WalletTransaction): boolean => legs.some(({ pair }) => pair !== undefined);
const isOfGrowth = (event: LedgerEvent, receipts: ReadonlySet<string>): boolean =>
  [event.asset, ...(event.kind === 'move' ? [event.toAsset] : [])].some(
    (asset) => growthOf(asset) !== null || receipts.has(asset.id),
  );

/** @returns null when a transaction has changed, or is gone */
function* addedTo(
  before: readonly WalletTransaction[],
  live: readonly WalletTransaction[],
): Sliced<Added | null> {
  const added = new Map<number, WalletTransaction>();
  let next = 0;
  let compared = 0;
  for (let place = 0; place < live.length; place++) {
    compared += before[next] === live[place] ? 1 : CONTENT;
    if (compared >= COMPARED_AT_ONCE) {
      yield;
      compared = 0;
    }
    const tx = live[place] as WalletTransaction;
    const known = before[next];
    if (known !== undefined && (known === tx || (known.id === tx.id && isSame(known, tx)))) next++;
    else added.set(place, tx);
  }
  return next === before.length ? added : null;
}

/** Puts items in at the places that they have then. */
function withAdded<T>(items: readonly T[], places: readonly number[], added: readonly T[]): T[] {
  if (places.every((place) => place >= items.length)) return items.concat(added);
  const all: T[] = [];
  let next = 0;
  for (const [i, place] of places.entries()) {
    while (all.length < place) all.push(items[next++] as T);
    all.push(added[i] as T);
  }
  while (next < items.length) all.push(items[next++] as T);
  return all;
}

/** True when the pairs of before are pairs still, and all others are among the new transactions. */
function extendsPairs(
  before: Writing['bridged'],
  bridged: Writing['bridged'],
  news: readonly WalletTransaction[],
): boolean {
  if (bridged.size === 0) return before.size === 0;
  const legs = new Set<Leg>(news.flatMap((tx) => tx.legs));
  let kept = 0;
  for (const [out, { leg }] of bridged) {
    const known = before.get(out);
    if (known?.leg === leg) kept++;
    else if (known || !legs.has(out) || !legs.has(leg)) return false;
  }
  return kept === before.size;
}
