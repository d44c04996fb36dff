import { Injectable } from '@nestjs/common';
import { tokenKeyOf } from '../../../domain/kernel/asset';
import { AppError } from '../../../domain/kernel/errors';
import { formatUnits } from '../../../domain/kernel/units';
import type { TransferLeg } from '../../../domain/matching';
import { misfitTo, statedRule, type StatedTypeName, type WalletTransaction } from '../../../domain/chain';
import type {
  ManualEntry,
  TransactionClassification,
  TransferPairing,
} from '../../../domain/overlays/manual-entry';
import { NO_HASH } from '../../../domain/overlays/manual-transactions';
import type { RequestContext } from '../../../http/request-context';
import type { WalletPartRequest } from '../../../http/validation/fields';
import type { ReadyWalletLedger } from '../../../pipeline/ledger/wallet-ledger';
import { Clock } from '../../../ports/clock';
import type { StoredEntry } from '../../../ports/storage/overlays';
import { EntryLedgers } from '../entry-ledgers.service';
import { invalid } from '../basis-parts';
import { toImpact } from '../../../presenters/transactions/impact.presenter';
import { checkOne, decidedTransaction, isNamed } from './decided-transaction';
import type { ClassificationInput, DecisionQuery, RemoveDecisionQuery } from './decisions.dto';
import type {
  ClassificationResponse,
  PairEndResponse,
  PairingResponse,
  RemovedDecisionResponse,
} from './decisions.shapes.dto';
import { pairEnds, pairingEntry, type PairEnds } from './pair-ends';

/** The chains of the two ends decide between these types. */
const TRANSFER_TYPES: ReadonlySet<string> = new Set<StatedTypeName>(['bridge', 'internal_transfer']);

interface Decision {
  classification: TransactionClassification | null;
  pairing: { entry: TransferPairing; ends: PairEnds } | null;
}

/** The type of a transaction and the other end of a transfer, as the owner states them. */
@Injectable()
export class ClassificationService {
  constructor(
    private readonly entryLedgers: EntryLedgers,
    private readonly clock: Clock,
  ) {}

  /** Replaces an earlier decision. @throws AppError WALLET_NOT_FOUND, RESOURCE_NOT_FOUND, VALIDATION_ERROR */
  async set(
    { address, name, context }: WalletPartRequest,
    body: ClassificationInput,
    { preview, chain }: DecisionQuery,
  ): Promise<ClassificationResponse> {
    const walletLedger = await this.entryLedgers.open(address, body.owned_wallets, context);
    const tx = decidedTransaction(walletLedger, name, chain, context);
    const decision = this.decisionOf(walletLedger, tx, body);
    const { classification, pairing } = decision;
    const added = [classification, pairing?.entry].filter((entry) => entry !== null && entry !== undefined);
    const replaced = (other: ManualEntry) => isReplaced(other, tx.id, decision);
    const { after, impact } = await this.entryLedgers.supposing(walletLedger, added, context, { replaced });
    const changed = after.transactions.find(({ id }) => id === tx.id);
    if (!changed || !isApplied(changed, decision))
      throw invalid('type', 'The decision does not fit the transaction as it was read');
    const drafts = added.map((entry) =>
      this.entryLedgers.draft(entry, { given: address.given, note: body.note }),
    );
    if (!preview) await this.entryLedgers.replace(await this.idsOf(replaced, context), drafts, context);
    return {
      entry_id: preview ? null : (drafts[0]?.id ?? null),
      transaction_id: tx.id,
      tx_hash: tx.hash,
      type: classification?.type ?? null,
      income_type: classification?.incomeType ?? null,
      pairing: pairing && toPairing(pairing.entry, pairing.ends, walletLedger),
      note: body.note,
      preview,
      transaction_type_before: tx.type,
      transaction_type_after: changed.type,
      impact: toImpact(impact),
    };
  }

  /**
   * Removes the type and every pair of the transaction. Accepts the id of a transaction that disappeared.
   * @throws AppError WALLET_NOT_FOUND, RESOURCE_NOT_FOUND; VALIDATION_ERROR for a hash of several transactions
   */
  async remove(
    { address, name, context }: WalletPartRequest,
    { preview, chain, owned_wallets: owned }: RemoveDecisionQuery,
  ): Promise<RemovedDecisionResponse> {
    const walletLedger = await this.entryLedgers.open(address, owned, context);
    const namedIn = (entry: ManualEntry): Subject[] =>
      subjectsOf(entry).filter(
        (subject) =>
          subject.wallet === address.value &&
          isNamed(subject, name) &&
          (chain === undefined || subject.chain === chain),
      );
    const isAbout = (entry: ManualEntry): boolean => namedIn(entry).length > 0;
    const found = (await this.decisions(context)).filter(({ entry }) => isAbout(entry));
    const [first] = found;
    if (!first) throw new AppError('RESOURCE_NOT_FOUND', { resource: 'transaction_classification' });
    checkOne(found.flatMap(({ entry }) => namedIn(entry)));
    const [subject] = namedIn(first.entry);
    const { impact } = await this.entryLedgers.supposing(walletLedger, [], context, { replaced: isAbout });
    const ids = found.map(({ id }) => id);
    if (!preview) await this.entryLedgers.replace(ids, [], context);
    return {
      deleted: !preview,
      entry_id: first.id,
      transaction_id: subject?.transactionId ?? name,
      preview,
      impact: toImpact(impact),
    };
  }

  private decisionOf(
    walletLedger: ReadyWalletLedger,
    tx: WalletTransaction,
    { type, income_type: incomeType, pairing: asked }: ClassificationInput,
  ): Decision {
    if (tx.hash === NO_HASH) throw invalid('transaction_id', 'The transaction is on no chain');
    if (type === undefined && !asked) throw invalid('type', 'Field required without a pairing');
    if (type === 'income' && incomeType === undefined)
      throw invalid('income_type', 'Field required for the type income');
    if (type !== 'income' && incomeType !== undefined)
      throw invalid('income_type', 'Allowed for the type income only');
    const isConfirmed = asked?.status === 'confirmed';
    if (isConfirmed && type !== undefined && !TRANSFER_TYPES.has(type))
      throw invalid('type', 'The ends of one transfer are of type bridge or internal_transfer');
    const ends = asked && pairEnds(walletLedger, tx, asked);
    const byId = new Map(walletLedger.history.valued.transactions.map((one) => [one.id, one]));
    return {
      classification: type === undefined || isConfirmed ? null : classified(tx, type, incomeType ?? null),
      pairing:
        asked && ends ? { ends, entry: pairingEntry(ends, byId, asked.status, this.clock.now()) } : null,
    };
  }

  private async idsOf(matches: (entry: ManualEntry) => boolean, context: RequestContext): Promise<string[]> {
    return (await this.decisions(context)).filter(({ entry }) => matches(entry)).map(({ id }) => id);
  }

  /** Of all wallets: the other end of a pair may be in another one. */
  private async decisions(context: RequestContext): Promise<StoredEntry[]> {
    const kinds = ['transaction_classification', 'transfer_pairing'] as const;
    const lists = await Promise.all(kinds.map((kind) => this.entryLedgers.stored(kind, null, context)));
    return lists.flat();
  }
}

/** @throws AppError VALIDATION_ERROR when the transaction lacks the legs that the type needs */
function classified(
  tx: WalletTransaction,
  type: StatedTypeName,
  incomeType: TransactionClassification['incomeType'],
): TransactionClassification {
  const misfit = misfitTo(tx, type);
  if (misfit) throw invalid('type', misfit);
  return {
    kind: 'transaction_classification',
    wallet: tx.wallet,
    transactionId: tx.id,
    chain: tx.chain,
    txHash: tx.hash,
    type,
    incomeType,
  };
}

interface Subject {
  wallet: string;
  transactionId: string;
  chain: string | null;
  txHash: string | null;
}

function subjectsOf(entry: ManualEntry): Subject[] {
  if (entry.kind === 'transaction_classification') return [entry];
  if (entry.kind !== 'transfer_pairing') return [];
  return [entry.out, entry.in].map((end) => ({ ...end, wallet: end.source.id }));
}

/**
 * A type replaces the earlier type and a confirmed pair. A confirmed pair replaces the type and pairs with the same
 * legs. A rejected pair replaces only the decision about that pair.
 */
function isReplaced(
  other: ManualEntry,
  transactionId: string,
  { classification, pairing }: Decision,
): boolean {
  const isAbout = subjectsOf(other).some((subject) => subject.transactionId === transactionId);
  const isConfirmed = pairing?.entry.status === 'confirmed';
  if (other.kind === 'transaction_classification') return isAbout && (classification !== null || isConfirmed);
  if (other.kind !== 'transfer_pairing') return false;
  if (pairing?.entry.matchId === other.matchId) return true;
  if (other.status !== 'confirmed') return false;
  if (classification && isAbout) return true;
  const legs = [other.out.legId, other.in.legId];
  return isConfirmed && [pairing.ends.out.id, pairing.ends.in.id].some((id) => legs.includes(id));
}

function isApplied(tx: WalletTransaction, { classification, pairing }: Decision): boolean {
  if (classification && tx.rule !== statedRule(classification.type)) return false;
  if (!pairing) return true;
  const { matchId, status } = pairing.entry;
  return tx.legs.some((leg) =>
    status === 'confirmed' ? leg.pair === matchId : leg.apart?.includes(matchId),
  );
}

const toPairing = (
  { matchId, status }: TransferPairing,
  ends: PairEnds,
  { tokenKeys }: ReadyWalletLedger,
): PairingResponse => {
  const endOf = ({ transactionId, source, asset, quantity }: TransferLeg): PairEndResponse => ({
    transaction_id: transactionId,
    address: source.id,
    token_key: tokenKeyOf(tokenKeys, asset),
    quantity: formatUnits(quantity, asset.decimals),
  });
  return { match_id: matchId, status, out: endOf(ends.out), in: endOf(ends.in) };
};
