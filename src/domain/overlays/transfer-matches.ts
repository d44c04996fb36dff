import { isFiat } from '../kernel/exchanges/fiat';
import { mapSliced, type Sliced } from '../kernel/slices';
import type { Quantity } from '../kernel/units';
import {
  Arrivals,
  matchingTransfers,
  walletLeg,
  withNamedEnds,
  type Decision,
  type TransferLeg,
  type TransferMatch,
} from '../matching';
import { isNft, statedRule, type Leg, type TransactionFlag, type WalletTransaction } from '../chain';
import { pairDecisions } from './transfer-pairings';
import type { ManualEntry, PairedEnd, TransferPairing } from './manual-entry';

const ENDS: ReadonlySet<string> = new Set(['transfer_in', 'transfer_out']);
const SETTLED: ReadonlySet<TransactionFlag> = new Set(['untracked', 'unmatched', 'classification_uncertain']);

/** An own transfer that the owner stated waits in a place of its own until another place has received it. */
const isStatedOwn = ({ account, rule }: WalletTransaction): boolean =>
  account !== undefined && rule === statedRule('internal_transfer');
const canBeEnd = (tx: WalletTransaction): boolean => ENDS.has(tx.type) || isStatedOwn(tx);

const isEnd = ({ isInternal, earns, asset }: Leg): boolean =>
  !isInternal && earns === undefined && !isFiat(asset) && !isNft(asset);

/** Includes the ends of pairs that the owner confirmed. */
const transferLegs = (transactions: readonly WalletTransaction[]): TransferLeg[] =>
  transactions
    .filter((tx) => !tx.isSpam && tx.succeeded && (canBeEnd(tx) || tx.legs.some(({ pair }) => pair)))
    .flatMap((tx) =>
      tx.legs
        .filter((leg) => isEnd(leg) && (canBeEnd(tx) || leg.pair !== undefined))
        .map((leg) => walletLeg(tx, leg)),
    );

export interface AccountMatches {
  matches: TransferMatch[];
  unmatched: readonly TransferLeg[];
}

/** Excludes own transfers that the owner stated: they wait for nobody. */
export function* matchingAccounts(
  transactions: readonly WalletTransaction[],
  decisions: readonly Decision[],
): Sliced<AccountMatches> {
  const { matches, unmatched } = yield* matchingAll(transactions, decisions);
  const own = new Set(transactions.filter(isStatedOwn).map(({ id }) => id));
  return { matches, unmatched: unmatched.filter(({ transactionId }) => !own.has(transactionId)) };
}

/** Pairs with at least one exchange account. Bridges and own wallets are paired from what chains report. */
function* matchingAll(
  transactions: readonly WalletTransaction[],
  decisions: readonly Decision[],
): Sliced<AccountMatches> {
  const legs = transferLegs(transactions);
  yield;
  const { matches, unmatched } = withNamedEnds(yield* matchingTransfers(legs, decisions));
  const isOfAccount = ({ source }: TransferLeg): boolean => source.kind === 'exchange';
  return {
    matches: matches.filter((match) => isOfAccount(match.out) || isOfAccount(match.in)),
    unmatched,
  };
}

/** Possible transfers between the wallets and accounts of an owner, counted. */
export interface TransferCounts extends Record<TransferMatch['status'], number> {
  /** Ends that wait for their owner. */
  unmatched: number;
}

export function* countingTransfers(
  transactions: readonly WalletTransaction[],
  entries: readonly ManualEntry[],
): Sliced<TransferCounts> {
  const { matches, unmatched } = yield* matchingAccounts(transactions, pairDecisions(entries));
  const countOf = (status: string): number => matches.filter((match) => match.status === status).length;
  return {
    suggested: countOf('suggested'),
    confirmed: countOf('confirmed'),
    rejected: countOf('rejected'),
    unmatched: withoutExternal(unmatched, transactions, entries).length,
  };
}

/** How a transaction is shown: its hash, or its id in an account when it has none. */
export const statedHash = ({ id, hash, account }: WalletTransaction): string =>
  account ? (account.txHash ?? id) : hash;

/** Several transactions of an account can have one hash: a batch. */
export const statedName = ({ id, hash, account }: WalletTransaction): string => (account ? id : hash);

export function withoutExternal(
  legs: readonly TransferLeg[],
  transactions: readonly WalletTransaction[],
  entries: readonly ManualEntry[],
): TransferLeg[] {
  const hashes = new Map(transactions.map((tx) => [tx.id, statedHash(tx)]));
  const keyOf = (wallet: string, assetId: string, name: string): string => `${wallet}|${assetId}|${name}`;
  const stated = new Map<string, Set<Quantity>>();
  for (const entry of entries) {
    if (entry.kind !== 'disposal_entry' || entry.txHash === null) continue;
    const key = keyOf(entry.wallet, entry.assetId, entry.txHash);
    stated.set(key, (stated.get(key) ?? new Set()).add(entry.quantity));
  }
  const left = new Set<TransferLeg>();
  const byHash = new Map<string, TransferLeg[]>();
  for (const leg of legs) {
    if (leg.direction === 'in') continue;
    if (stated.has(keyOf(leg.source.id, leg.asset.id, leg.transactionId))) left.add(leg);
    const key = keyOf(leg.source.id, leg.asset.id, hashes.get(leg.transactionId) ?? '');
    if (stated.has(key)) byHash.set(key, [...(byHash.get(key) ?? []), leg]);
  }
  for (const [key, same] of byHash) {
    // An entry with the hash of a batch is about the one with its quantity.
    const exact = same.find(({ quantity, fee }) => stated.get(key)?.has(quantity - fee));
    for (const leg of exact ? [exact] : same) left.add(leg);
  }
  return legs.filter((leg) => !left.has(leg));
}

/**
 * Marks the ends of transfers that need no decision: one transaction on a chain at both ends, a score that confirms
 * the only candidate, or an address of the owner. A withdrawal to an own wallet is a move to that wallet also without
 * a matching arrival in its history. Pairs of the owner are marked before.
 * @param transactions of all wallets and accounts of the owner
 * @param owned wallets of the owner
 * @source api.md 1.12; public-cases A 3
 */
export function* markingAccountMatches(
  transactions: readonly WalletTransaction[],
  decisions: readonly Decision[],
  owned: ReadonlySet<string>,
): Sliced<readonly WalletTransaction[]> {
  if (!transactions.some(({ account }) => account !== undefined)) return transactions;
  const pairs = new Map<string, string>();
  const { matches, unmatched } = yield* matchingAll(transactions, decisions);
  for (const { id, status, decidedBy, out, in: into } of matches)
    if (status === 'confirmed' && decidedBy === 'system') pairs.set(out.id, id).set(into.id, id);
  const refused = new Set(decisions.map(({ outId }) => outId));
  const targets = new Map<string, string>();
  const arrivals = new Arrivals(unmatched);
  for (const leg of unmatched) {
    const { id, direction, source, counterparty: target } = leg;
    if (direction === 'in' || source.kind !== 'exchange' || target === null || !owned.has(target)) continue;
    if (!refused.has(id) && arrivals.of(leg).length === 0) targets.set(id, target);
  }
  if (pairs.size + targets.size === 0) return transactions;
  return yield* mapSliced(transactions, (tx) => marked(tx, { pairs, targets }));
}

interface Marks {
  pairs: ReadonlyMap<string, string>;
  targets: ReadonlyMap<string, string>;
}

function marked(tx: WalletTransaction, { pairs, targets }: Marks): WalletTransaction {
  if (!canBeEnd(tx)) return tx;
  const legs = tx.legs.map((leg): Leg => {
    if (!isEnd(leg) || leg.pair !== undefined) return leg;
    const { id } = walletLeg(tx, leg);
    const [pair, target] = [pairs.get(id), targets.get(id)];
    if (pair === undefined && target === undefined) return leg;
    const { escrow: _, principal: __, ...plain } = leg;
    if (pair !== undefined) return { ...plain, pair };
    return target === undefined ? leg : { ...plain, isInternal: true, counterparty: target };
  });
  if (legs.every((leg, i) => leg === tx.legs[i])) return tx;
  const isAll = legs.every((leg) => leg.isInternal || leg.pair !== undefined);
  if (!isAll || isStatedOwn(tx)) return { ...tx, legs };
  const flags = tx.flags.filter((flag) => !SETTLED.has(flag));
  return { ...tx, legs, flags, type: 'internal_transfer', rule: 'matched-transfer' };
}

/** @param decidedAt ms UTC */
export function pairingOf(
  { id, out, in: into }: Pick<TransferMatch, 'id' | 'out' | 'in'>,
  byId: ReadonlyMap<string, WalletTransaction>,
  status: TransferPairing['status'],
  decidedAt: number,
): TransferPairing {
  const endOf = ({ id: legId, source, transactionId, txHash, asset }: TransferLeg): PairedEnd => {
    const tx = byId.get(transactionId);
    const chain = tx && !tx.account ? tx.chain : null;
    return { legId, source, transactionId, chain, txHash, assetId: asset.id };
  };
  return {
    kind: 'transfer_pairing',
    wallet: out.source.id,
    matchId: id,
    out: endOf(out),
    in: endOf(into),
    status,
    decidedAt,
  };
}
