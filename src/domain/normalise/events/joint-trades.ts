import { filterSliced, SLICE, sortSliced, type Sliced } from '../../kernel/slices';
import type { TransferEnd } from './bridges';
import { slice } from './event-drafts';
import { splitValue } from '../pricing/split';
import type { Leg, WalletTransaction } from '../facts/wallet-transaction';

const GIVES: ReadonlySet<string> = new Set(['spend', 'transfer_out']);
const GETS: ReadonlySet<string> = new Set(['transfer_in']);

/** What the ledger reads, in order of time. Dust of an impostor is held; other spam is not. */
export function* liveInOrder(txs: readonly WalletTransaction[]): Sliced<WalletTransaction[]> {
  const live = yield* filterSliced(txs, (tx) => !tx.isSpam || tx.rule === 'spam-poisoning');
  return yield* sortSliced(
    live,
    (a, b) => a.at - b.at || (a.block ?? 0) - (b.block ?? 0) || a.txIndex - b.txIndex,
  );
}

/**
 * Joins two transactions where one wallet paid and another wallet of the same owner received (a swap with a
 * recipient). Alone they are a spend and an inflow of unknown origin. Together they are one trade, or a
 * transfer when the asset is the same.
 * @param txs of all owned wallets, valued
 */
export function* withJointTrades(txs: readonly WalletTransaction[]): Sliced<readonly WalletTransaction[]> {
  const shared = yield* sharedHashes(txs);
  if (shared.size === 0) return txs;
  const replaced = new Map<WalletTransaction, WalletTransaction>();
  for (const group of shared.values()) {
    const giver = group.find((tx) => GIVES.has(tx.type) && tx.from === tx.wallet);
    const getters = group.filter((tx) => tx !== giver && GETS.has(tx.type));
    const [getter] = getters;
    if (giver && getter && getters.length === 1) joinTrade(giver, getter, replaced);
  }
  return txs.map((tx) => replaced.get(tx) ?? tx);
}

/** Transactions that more than one wallet reports. */
function* sharedHashes(txs: readonly WalletTransaction[]): Sliced<Map<string, WalletTransaction[]>> {
  const first = new Map<string, WalletTransaction>();
  const shared = new Map<string, WalletTransaction[]>();
  for (const [index, tx] of txs.entries()) {
    if (index % SLICE === 0) yield;
    const key = `${tx.chain}|${tx.hash}`;
    const other = first.get(key);
    if (other === undefined) first.set(key, tx);
    else shared.set(key, [...(shared.get(key) ?? [other]), tx]);
  }
  return shared;
}

function joinTrade(
  giver: WalletTransaction,
  getter: WalletTransaction,
  replaced: Map<WalletTransaction, WalletTransaction>,
): void {
  const given = external(giver);
  const got = external(getter);
  if (given.some((leg) => leg.direction === 'in') || got.some((leg) => leg.direction === 'out')) return;
  const [out] = given;
  const [into] = got;
  if (out && into && given.length === 1 && got.length === 1 && out.asset.id === into.asset.id)
    return joinTransfer({ tx: giver, leg: out }, { tx: getter, leg: into }, replaced);
  const valued = splitValue(given, got, giver.at).legs;
  for (const tx of [giver, getter]) {
    const legs = tx.legs.map((leg) => valued.find((v) => isSameLeg(v, leg)) ?? leg);
    replaced.set(tx, {
      ...tx,
      type: 'swap',
      legs,
      flags: tx.flags.filter((f) => f !== 'unmatched' && f !== 'untracked'),
    });
  }
}

/**
 * The owner put in and took out the same asset through third parties (a shared payment). The returned units
 * never left the owner.
 */
function joinTransfer(
  out: TransferEnd,
  into: TransferEnd,
  replaced: Map<WalletTransaction, WalletTransaction>,
): void {
  const moved = out.leg.quantity < into.leg.quantity ? out.leg.quantity : into.leg.quantity;
  for (const [end, other] of [
    [out, into],
    [into, out],
  ] as const) {
    const { tx, leg } = end;
    const rest = leg.quantity - moved;
    const kept: Leg = { ...slice(leg, moved), counterparty: other.tx.wallet, isInternal: true };
    const legs = tx.legs.map((one) => (one === leg ? kept : one));
    if (rest > 0n) legs.push({ ...slice(leg, rest), index: tx.legs.length });
    const flags = tx.flags.filter((f) => rest > 0n || (f !== 'unmatched' && f !== 'untracked'));
    replaced.set(tx, { ...tx, type: rest > 0n ? tx.type : 'internal_transfer', legs, flags });
  }
}

const external = (tx: WalletTransaction): Leg[] => tx.legs.filter((leg) => !leg.isInternal);
const isSameLeg = (a: Leg, b: Leg): boolean =>
  a.index === b.index &&
  a.direction === b.direction &&
  a.asset.id === b.asset.id &&
  a.quantity === b.quantity;
