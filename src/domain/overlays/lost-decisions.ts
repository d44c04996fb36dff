import type { DisposalType, Ledger, Lot } from '../engine';
import { formatMoney } from '../kernel/units';
import { isSameHash } from '../kernel/transaction-hash';
import { statedRule, type WalletTransaction } from '../chain';
import type {
  BasisAssignment,
  DisposalEntry,
  ManualEntry,
  SelectionEntry,
  StandingSelectionEntry,
  TradeCompletion,
} from './manual-entry';
import { isThere } from './transfer-pairings';

/** Its subject is no longer part of the history, so the decision has no effect. */
export interface LostDecision {
  kind: ManualEntry['kind'];
  chain: string;
  /** Null for a decision about a lot, a token or a hash. */
  transactionId: string | null;
  txHash: string | null;
  decision: Readonly<Record<string, string>>;
}

/** A subject outside of what was read is not lost. */
export interface ReadHistory {
  transactions: readonly WalletTransaction[];
  wallets: readonly string[];
  ledger: Ledger | null;
}

export function lostDecisions(
  entries: readonly ManualEntry[],
  wallet: string,
  history: ReadHistory,
): LostDecision[] {
  const own = entries.filter((entry) => entry.wallet === wallet);
  if (own.length === 0) return [];
  const byId = new Map(history.transactions.map((tx) => [tx.id, tx]));
  return own.flatMap((entry) => lost(entry, byId, history) ?? []);
}

type ById = ReadonlyMap<string, WalletTransaction>;

function lost(entry: ManualEntry, byId: ById, history: ReadHistory): LostDecision | null {
  if (entry.kind === 'transaction_value') {
    const { chain, transactionId, txHash, value, feeValue = null } = entry;
    if (byId.has(transactionId)) return null;
    const decision = {
      ...(value !== null && { value_usd: formatMoney(value) }),
      ...(feeValue !== null && { fee_value_usd: formatMoney(feeValue) }),
    };
    return { kind: entry.kind, chain, transactionId, txHash, decision };
  }
  if (entry.kind === 'transaction_classification') {
    const { chain, transactionId, txHash, type, incomeType } = entry;
    const tx = byId.get(transactionId);
    if (tx?.rule === statedRule(type) || tx?.legs.some(({ pair }) => pair !== undefined)) return null;
    const decision = { type, ...(incomeType && { income_type: incomeType }) };
    return { kind: entry.kind, chain, transactionId, txHash, decision };
  }
  if (entry.kind === 'transfer_pairing') {
    const gone = [entry.out, entry.in].filter(
      (end) => end.source.kind === 'wallet' && history.wallets.includes(end.source.id) && !isThere(end, byId),
    );
    const [first] = gone;
    if (!first) return null;
    const { out, in: into, status } = entry;
    const decision = {
      status,
      out_transaction_id: out.transactionId,
      in_transaction_id: into.transactionId,
    };
    const { chain, transactionId, txHash } = first;
    return { kind: entry.kind, chain: chain ?? '', transactionId, txHash, decision };
  }
  if (entry.kind === 'token_visibility') {
    const { chain, assetId, tokenKey, isSpam } = entry;
    const isSeen = history.transactions.some(
      ({ wallet, legs, hidden = [] }) =>
        wallet === entry.wallet &&
        (legs.some(({ asset }) => asset.id === assetId) || hidden.some(({ id }) => id === assetId)),
    );
    if (isSeen) return null;
    const decision = { token_key: tokenKey, is_spam: String(isSpam) };
    return { kind: entry.kind, chain, transactionId: null, txHash: null, decision };
  }
  // These are about wallets and the taxpayer, which are always there.
  if (entry.kind === 'method_election' || entry.kind === 'basis_allocation' || entry.kind === 'tax_settings')
    return null;
  if (entry.kind === 'standing_selection') return history.ledger ? lostUnits(entry, history.ledger) : null;
  return history.ledger ? lostInLedger(entry, history.ledger) : null;
}

/** An order that was ended is about the past. */
function lostUnits({ kind, assetId, lots, until }: StandingSelectionEntry, ledger: Ledger) {
  const gone = lots.map(({ lot }) => lot).filter((lot) => !hasLot(ledger, lot));
  if (gone.length === 0 || until !== undefined) return null;
  const [chain = ''] = assetId.split(':');
  return { kind, chain, transactionId: null, txHash: null, decision: { lots: gone.join() } };
}

function lostInLedger(
  entry: BasisAssignment | DisposalEntry | TradeCompletion | SelectionEntry,
  ledger: Ledger,
): LostDecision | null {
  const [chain = ''] = entry.assetId.split(':');
  if (entry.kind === 'basis_assignment') {
    const isOfEntry = ({ asset, basisSource }: Lot) => basisSource === 'manual' && asset.id === entry.assetId;
    if (ledger.lots.some((lot) => isOfEntry(lot) && lot.id === entry.lotId)) return null;
    const decision = {
      lot_id: entry.lotId,
      basis_type: entry.basisType,
      cost_basis: formatMoney(entry.parts.reduce((sum, { cost }) => sum + cost, 0n)),
    };
    return { kind: entry.kind, chain, transactionId: null, txHash: null, decision };
  }
  if (entry.kind === 'trade_completion') {
    const { side, value, txHash } = entry;
    if (side === 'in' ? hasBought(ledger, entry) : hasDisposed(ledger, entry)) return null;
    const decision = { side, counter_value_usd: formatMoney(value) };
    return { kind: entry.kind, chain, transactionId: null, txHash, decision };
  }
  if (entry.kind === 'lot_selection') return lostLots(entry, ledger, chain);
  const { txHash, type, proceeds, fees } = entry;
  if (txHash !== null && !hasDisposed(ledger, { ...entry, txHash })) {
    const decision = { disposal_type: type, proceeds_usd: formatMoney(proceeds + fees) };
    return { kind: entry.kind, chain, transactionId: null, txHash, decision };
  }
  return lostLots(entry, ledger, chain);
}

function lostLots(
  { selections = [], txHash }: Pick<DisposalEntry, 'selections' | 'txHash'>,
  ledger: Ledger,
  chain: string,
): LostDecision | null {
  const lots = selections.map(({ lot }) => lot).filter((lot) => !hasLot(ledger, lot));
  if (lots.length === 0) return null;
  return { kind: 'lot_selection', chain, transactionId: null, txHash, decision: { lots: lots.join() } };
}

const hasBought = ({ lots }: Ledger, { wallet, assetId, txHash }: TradeCompletion): boolean =>
  lots.some(
    (lot) =>
      lot.parentId === null &&
      lot.basisSource === 'manual' &&
      lot.wallet === wallet &&
      lot.asset.id === assetId &&
      isSameHash(lot.txHash, txHash),
  );

const hasDisposed = (
  { disposals }: Ledger,
  { wallet, assetId, txHash, type }: { wallet: string; assetId: string; txHash: string; type?: DisposalType },
): boolean =>
  disposals.some(
    (disposal) =>
      disposal.priceSource === 'manual' &&
      (type === undefined || disposal.type === type) &&
      disposal.wallet === wallet &&
      disposal.asset.id === assetId &&
      (isSameHash(disposal.txHash, txHash) || disposal.transactionId === txHash),
  );

const hasLot = ({ lots }: Ledger, name: string): boolean =>
  lots.some(({ id, transactionId }) => id === name || transactionId === name);
