import { Injectable } from '@nestjs/common';
import { userOf } from '../../../domain/access/principal';
import type { Address } from '../../../domain/kernel/address';
import { AppError } from '../../../domain/kernel/errors';
import { formatMoney, money } from '../../../domain/kernel/units';
import { valuedSides, type WalletTransaction } from '../../../domain/normalise';
import type { ManualEntry, TransactionValue } from '../../../domain/overlays/manual-entry';
import { NO_HASH } from '../../../domain/overlays/manual-transactions';
import { withValues } from '../../../domain/overlays/transaction-values';
import { findTransaction } from '../../../domain/portfolio/find-transaction';
import type { RequestContext } from '../../../http/request-context';
import { windowOf } from '../../../pipeline/ledger/plan-view';
import type { ReadyWalletLedger } from '../../../pipeline/ledger/wallet-ledger';
import { Clock } from '../../../ports/clock';
import { Overlays, type StoredEntry } from '../../../ports/storage/overlays';
import { EntryLedgers } from '../entry-ledgers.service';
import { invalid } from '../basis-parts';
import { toImpact } from '../manual-entries.presenter';
import type {
  RemoveValueQuery,
  TransactionValueInput,
  TransactionValueQuery,
} from './transaction-values.dto';
import type { RemovedValueResponse, TransactionValueResponse } from './transaction-values.shapes.dto';

const KIND = 'transaction_value';

/** Values that only the owner knows. One value per transaction of a wallet. */
@Injectable()
export class TransactionValuesService {
  constructor(
    private readonly entryLedgers: EntryLedgers,
    private readonly overlays: Overlays,
    private readonly clock: Clock,
  ) {}

  /** Replaces an earlier value. @throws AppError WALLET_NOT_FOUND, RESOURCE_NOT_FOUND, VALIDATION_ERROR */
  async set(
    address: Address,
    name: string,
    body: TransactionValueInput,
    { preview, chain }: TransactionValueQuery,
    context: RequestContext,
  ): Promise<TransactionValueResponse> {
    const walletLedger = await this.entryLedgers.open(address, body.owned_wallets, context);
    const transaction = shown(walletLedger, name, chain, context);
    if (valuedSides(transaction).length === 0)
      throw invalid('transaction_id', 'The transaction has no units that are booked at a value');
    const { id, hash } = transaction;
    const entry: TransactionValue = {
      kind: KIND,
      wallet: address.value,
      transactionId: id,
      chain: transaction.chain,
      txHash: hash === NO_HASH ? null : hash,
      value: money(body.value_usd),
    };
    const { impact } = await this.entryLedgers.supposing(walletLedger, entry, { replaced: isAbout(id) });
    const details = { given: address.given, note: body.note };
    const stored = preview
      ? null
      : await this.entryLedgers.keep(this.clock.newId(), entry, details, context, { replaces: true });
    const [after] = withValues([transaction], [entry]);
    return {
      entry_id: stored?.id ?? null,
      transaction_id: id,
      tx_hash: entry.txHash,
      value_usd: formatMoney(entry.value),
      note: body.note,
      preview,
      value_status: after?.flags.includes('missing_price') ? 'missing' : 'known',
      impact: toImpact(impact),
    };
  }

  /**
   * A value whose transaction disappeared can be removed too, by the id of the transaction.
   * @throws AppError WALLET_NOT_FOUND, RESOURCE_NOT_FOUND
   */
  async remove(
    address: Address,
    name: string,
    { preview, owned_wallets: owned }: RemoveValueQuery,
    context: RequestContext,
  ): Promise<RemovedValueResponse> {
    const walletLedger = await this.entryLedgers.open(address, owned, context);
    const { id: entryId, entry } = await this.stored(address, name, context);
    const { impact } = await this.entryLedgers.without(walletLedger, isAbout(entry.transactionId));
    if (!preview) {
      const now = new Date(this.clock.now());
      await this.overlays.deactivate(userOf(context.principal).userId, KIND, entryId, now);
    }
    return {
      deleted: !preview,
      entry_id: entryId,
      transaction_id: entry.transactionId,
      preview,
      impact: toImpact(impact),
    };
  }

  private async stored(
    address: Address,
    name: string,
    context: RequestContext,
  ): Promise<StoredEntry & { entry: TransactionValue }> {
    const wanted = name.toLowerCase();
    const filter = { kind: KIND, address: address.value, includeInactive: false } as const;
    const { entries } = await this.overlays.entries(userOf(context.principal).userId, filter, {
      skip: 0,
      take: MAX_ENTRIES,
    });
    for (const { entry, ...rest } of entries)
      if (
        entry.kind === KIND &&
        (entry.transactionId === wanted || entry.txHash === name || entry.txHash?.toLowerCase() === wanted)
      )
        return { entry, ...rest };
    throw new AppError('RESOURCE_NOT_FOUND', { resource: KIND });
  }
}

/** Larger than the number of transactions that anyone values by hand in one wallet. */
const MAX_ENTRIES = 100_000;

const isAbout =
  (transactionId: string) =>
  (other: ManualEntry): boolean =>
    other.kind === KIND && other.transactionId === transactionId;

/** @throws AppError RESOURCE_NOT_FOUND also for a transaction that the plan does not show */
function shown(
  walletLedger: ReadyWalletLedger,
  name: string,
  chain: string | undefined,
  context: RequestContext,
): WalletTransaction {
  const transaction = findTransaction(walletLedger.transactions, name, chain);
  const window = windowOf(walletLedger, context.principal);
  if (window.isLimited && !window.shows(transaction.id))
    throw new AppError('RESOURCE_NOT_FOUND', { resource: 'transaction' });
  return transaction;
}
