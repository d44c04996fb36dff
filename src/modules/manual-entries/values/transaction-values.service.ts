import { Injectable } from '@nestjs/common';
import type { Address } from '../../../domain/kernel/address';
import { AppError } from '../../../domain/kernel/errors';
import { formatMoney, money } from '../../../domain/kernel/units';
import { valuedSides } from '../../../domain/normalise';
import type { ManualEntry, TransactionValue } from '../../../domain/overlays/manual-entry';
import { NO_HASH } from '../../../domain/overlays/manual-transactions';
import { withValues } from '../../../domain/overlays/transaction-values';
import type { RequestContext } from '../../../http/request-context';
import type { WalletPartRequest } from '../../../http/validation/fields';
import { EntryLedgers, type StoredOf } from '../entry-ledgers.service';
import { invalid } from '../basis-parts';
import { toImpact } from '../../../presenters/transactions/impact.presenter';
import { decidedTransaction, isNamed } from '../decisions/decided-transaction';
import type { DecisionQuery, RemoveDecisionQuery } from '../decisions/decisions.dto';
import type { RemovedDecisionResponse } from '../decisions/decisions.shapes.dto';
import type { TransactionValueInput } from './transaction-values.dto';
import type { TransactionValueResponse } from './transaction-values.shapes.dto';

const KIND = 'transaction_value';

/** Values that only the owner knows. One value per transaction of a wallet. */
@Injectable()
export class TransactionValuesService {
  constructor(private readonly entryLedgers: EntryLedgers) {}

  /** Replaces an earlier value. @throws AppError WALLET_NOT_FOUND, RESOURCE_NOT_FOUND, VALIDATION_ERROR */
  async set(
    { address, name, context }: WalletPartRequest,
    body: TransactionValueInput,
    { preview, chain }: DecisionQuery,
  ): Promise<TransactionValueResponse> {
    const walletLedger = await this.entryLedgers.open(address, body.owned_wallets, context);
    const transaction = decidedTransaction(walletLedger, name, chain, context);
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
    const { impact } = await this.entryLedgers.supposing(walletLedger, [entry], context, {
      replaced: isAbout(id),
    });
    const details = { given: address.given, note: body.note };
    const stored = preview ? null : await this.entryLedgers.keep(entry, details, context, { replaces: true });
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
    { address, name, context }: WalletPartRequest,
    { preview, owned_wallets: owned }: RemoveDecisionQuery,
  ): Promise<RemovedDecisionResponse> {
    const walletLedger = await this.entryLedgers.open(address, owned, context);
    const { id: entryId, entry } = await this.stored(address, name, context);
    const { impact } = await this.entryLedgers.supposing(walletLedger, [], context, {
      replaced: isAbout(entry.transactionId),
    });
    if (!preview) await this.entryLedgers.replace([entryId], [], context);
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
  ): Promise<StoredOf<'transaction_value'>> {
    const entries = await this.entryLedgers.stored(KIND, address.value, context);
    const found = entries.find(({ entry }) => isNamed(entry, name));
    if (!found) throw new AppError('RESOURCE_NOT_FOUND', { resource: KIND });
    return found;
  }
}

const isAbout =
  (transactionId: string) =>
  (other: ManualEntry): boolean =>
    other.kind === KIND && other.transactionId === transactionId;
