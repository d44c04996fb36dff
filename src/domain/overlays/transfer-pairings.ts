import { walletLeg, type Decision } from '../matching';
import type { Leg, TransactionFlag, WalletTransaction } from '../chain';
import type { ManualEntry, PairedEnd, TransferPairing } from './manual-entry';

const SETTLED: ReadonlySet<TransactionFlag> = new Set(['untracked', 'unmatched', 'classification_uncertain']);

const pairingsIn = (entries: readonly ManualEntry[]): TransferPairing[] =>
  entries.filter((entry) => entry.kind === 'transfer_pairing');

export const pairDecisions = (entries: readonly ManualEntry[]): Decision[] =>
  pairingsIn(entries).map(({ out, in: into, status, decidedAt }) => ({
    outId: out.legId,
    inId: into.legId,
    status,
    decidedAt,
  }));

/**
 * The legs of a confirmed pair are the ends of one transfer, and automatic pairing leaves them out. A pair without
 * one of its transactions changes nothing. Units whose other end is in an unread wallet stay in transit.
 * @param transactions of all wallets of the owner
 * @param wallets read here
 */
export function withPairings(
  transactions: readonly WalletTransaction[],
  entries: readonly ManualEntry[],
  wallets: ReadonlySet<string>,
): readonly WalletTransaction[] {
  const pairings = pairingsIn(entries);
  if (pairings.length === 0) return transactions;
  const byId = new Map(transactions.map((tx) => [tx.id, tx]));
  const marks = new Map<string, Partial<Pick<Leg, 'pair' | 'apart'>>>();
  for (const { status, matchId, out, in: into } of valid(pairings, byId, wallets))
    for (const { legId } of [out, into])
      marks.set(legId, {
        ...marks.get(legId),
        ...(status === 'confirmed'
          ? { pair: matchId }
          : { apart: [...(marks.get(legId)?.apart ?? []), matchId] }),
      });
  const crossing = new Set(
    pairings
      .filter(({ out, in: into }) => out.chain !== null && into.chain !== null && out.chain !== into.chain)
      .map(({ matchId }) => matchId),
  );
  const touched = new Set(pairings.flatMap(({ out, in: into }) => [out.transactionId, into.transactionId]));
  return transactions.map((tx) => (touched.has(tx.id) ? marked(tx, marks, crossing) : tx));
}

/** The latest decision first: a leg is in at most one confirmed pair. */
function valid(
  pairings: readonly TransferPairing[],
  byId: ReadonlyMap<string, WalletTransaction>,
  wallets: ReadonlySet<string>,
): TransferPairing[] {
  const taken = new Set<string>();
  return pairings
    .toSorted((a, b) => b.decidedAt - a.decidedAt || (a.matchId < b.matchId ? -1 : 1))
    .filter((pairing) => {
      const { out, in: into, status } = pairing;
      const isElsewhere = into.source.kind !== 'wallet' || !wallets.has(into.source.id);
      if (!isThere(out, byId) || (!isElsewhere && !isThere(into, byId))) return false;
      if (status === 'rejected') return true;
      if (taken.has(out.legId) || taken.has(into.legId)) return false;
      taken.add(out.legId).add(into.legId);
      return true;
    });
}

export function isThere(end: PairedEnd, byId: ReadonlyMap<string, WalletTransaction>): boolean {
  const tx = byId.get(end.transactionId);
  return tx !== undefined && legOf(tx, end.legId) !== undefined;
}

const legOf = (tx: WalletTransaction, legId: string): Leg | undefined =>
  tx.legs.find((leg) => isOpen(leg) && walletLeg(tx, leg).id === legId);

/** Interest beside a leg of the same asset is no end of a transfer. */
export const isOpen = ({ isInternal, earns }: Leg): boolean => !isInternal && earns === undefined;

function marked(
  tx: WalletTransaction,
  marks: ReadonlyMap<string, Partial<Pick<Leg, 'pair' | 'apart'>>>,
  crossing: ReadonlySet<string>,
): WalletTransaction {
  const legs = tx.legs.map((leg): Leg => {
    const mark = isOpen(leg) ? marks.get(walletLeg(tx, leg).id) : undefined;
    if (!mark) return leg;
    if (mark.pair === undefined) return { ...leg, ...mark };
    const { principal: _, escrow: __, isCost: ___, paid: ____, fees: _____, ...plain } = leg;
    return { ...plain, ...mark };
  });
  const pairs = legs.flatMap(({ pair }) => pair ?? []);
  const [first] = pairs;
  if (first === undefined) return { ...tx, legs };
  const isAll = legs.every((leg) => leg.isInternal || leg.pair !== undefined);
  const flags: TransactionFlag[] = [...tx.flags.filter((flag) => !isAll || !SETTLED.has(flag)), 'manual'];
  if (!isAll) return { ...tx, legs, flags: [...new Set(flags)] };
  const type = pairs.some((pair) => crossing.has(pair)) ? 'bridge' : 'internal_transfer';
  const { unlessWorthless: _, ...decided } = tx;
  return {
    ...decided,
    legs,
    type,
    incomeType: null,
    isSpam: false,
    flags: [...new Set(flags)],
    rule: `manual_${type}`,
  };
}
