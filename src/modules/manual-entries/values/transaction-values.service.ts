import { Injectable } from '@nestjs/common';
import type { Address } from '../../../domain/kernel/address';
import { AppError } from '../../../domain/kernel/errors';
import type { Decimal } from '../../../domain/kernel/decimal';
import { formatMoney, money, type Money } from '../../../domain/kernel/units';
import {
  feesToValue,
  feeToValue,
  valuedSides,
  type Leg,
  type WalletTransaction,
} from '../../../domain/chain';
import type { ManualEntry, TransactionValue } from '../../../domain/overlays/manual-entry';
import { NO_HASH } from '../../../domain/overlays/manual-transactions';
import { withValues } from '../../../domain/overlays/transaction-values';
import type { RequestContext } from '../../../http/request-context';
import type { WalletPartRequest } from '../../../http/validation/fields';
import { EntryLedgers, type StoredOf } from '../entry-ledgers.service';
import { invalid } from '../basis-parts';
import { toImpact } from '../../../presenters/transactions/impact.presenter';
import { checkOne, decidedTransaction, isNamed } from '../decisions/decided-transaction';
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
    const values = statedValues(transaction, body);
    const { id, hash } = transaction;
    const entry: TransactionValue = {
      kind: KIND,
      wallet: address.value,
      transactionId: id,
      chain: transaction.chain,
      txHash: hash === NO_HASH ? null : hash,
      ...values,
    };
    const { impact } = await this.entryLedgers.supposing(walletLedger, [entry], context, {
      replaced: isAbout(id),
    });
    const details = { given: address.given, note: body.note };
    const stored = preview ? null : await this.entryLedgers.keep(entry, details, context, { replaces: true });
    return {
      entry_id: stored?.id ?? null,
      transaction_id: id,
      tx_hash: entry.txHash,
      value_usd: formatted(values.value),
      fee_value_usd: formatted(values.feeValue),
      note: body.note,
      preview,
      value_status: isMissing(transaction, entry) ? 'missing' : 'known',
      impact: toImpact(impact),
    };
  }

  /**
   * Accepts the id of a transaction that disappeared.
   * @throws AppError WALLET_NOT_FOUND, RESOURCE_NOT_FOUND; VALIDATION_ERROR for a hash of several transactions
   */
  async remove(
    { address, name, context }: WalletPartRequest,
    { preview, chain, owned_wallets: owned }: RemoveDecisionQuery,
  ): Promise<RemovedDecisionResponse> {
    const walletLedger = await this.entryLedgers.open(address, owned, context);
    const { id: entryId, entry } = await this.stored(address, name, chain, context);
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
    chain: string | undefined,
    context: RequestContext,
  ): Promise<StoredOf<'transaction_value'>> {
    const entries = await this.entryLedgers.stored(KIND, address.value, context);
    const named = entries.filter(
      ({ entry }) => isNamed(entry, name) && (chain === undefined || entry.chain === chain),
    );
    checkOne(named.map(({ entry }) => entry));
    const [found] = named;
    if (!found) throw new AppError('RESOURCE_NOT_FOUND', { resource: KIND });
    return found;
  }
}

/** @throws AppError VALIDATION_ERROR naming the field that has no units to value, or that is required */
function statedValues(
  transaction: WalletTransaction,
  { value_usd: value, fee_value_usd: feeValue }: TransactionValueInput,
): { value: Money | null; feeValue: Money | null } {
  const [isValued, isFeeValued] = [valuedSides(transaction).length > 0, feesToValue(transaction).length > 0];
  if (!isValued && !isFeeValued)
    throw invalid('transaction_id', 'The transaction has no units that are booked at a value');
  if (value === undefined && feeValue === undefined)
    throw invalid('value_usd', 'Either value_usd or fee_value_usd is required');
  if (feeValue !== undefined && !isFeeValued)
    throw invalid('fee_value_usd', 'No fee of the transaction waits for its own value');
  if (value !== undefined && (feeValue === undefined ? !isValued && !feeToValue(transaction) : !isValued))
    throw invalid('value_usd', 'Only the fee of the transaction is booked at a value');
  return { value: moneyOrNull(value), feeValue: moneyOrNull(feeValue) };
}

const moneyOrNull = (usd: Decimal | undefined): Money | null => (usd === undefined ? null : money(usd));
const formatted = (value: Money | null): string | null => (value === null ? null : formatMoney(value));

/** Earlier values that the entry leaves out no longer apply. */
function isMissing(transaction: WalletTransaction, entry: TransactionValue): boolean {
  const [after] = withValues([transaction], [entry]);
  const isOwn = ({ price }: Pick<Leg, 'price'>): boolean => price?.source === 'manual';
  const removed = [
    ...(entry.value === null ? valuedSides(transaction).flat() : []),
    ...(entry.feeValue === null && !feeToValue(transaction) ? feesToValue(transaction) : []),
  ];
  return removed.some(isOwn) || after?.flags.includes('missing_price') === true;
}

const isAbout =
  (transactionId: string) =>
  (other: ManualEntry): boolean =>
    other.kind === KIND && other.transactionId === transactionId;
