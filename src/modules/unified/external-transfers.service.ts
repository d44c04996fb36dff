import { Injectable } from '@nestjs/common';
import { inTurns } from '../../common/turns';
import { Config } from '../../config/env';
import { accountOf } from '../../domain/kernel/address';
import { tokenKeyOf } from '../../domain/kernel/asset';
import type { Decimal } from '../../domain/kernel/decimal';
import { AppError } from '../../domain/kernel/errors';
import { money } from '../../domain/kernel/units';
import type { Leg, WalletTransaction } from '../../domain/chain';
import type { DisposalEntry, ManualEntry } from '../../domain/overlays/manual-entry';
import { matchingAccounts, statedHash, statedName } from '../../domain/overlays/transfer-matches';
import { pairDecisions } from '../../domain/overlays/transfer-pairings';
import type { RequestContext } from '../../http/request-context';
import { wholeBudget } from '../../pipeline/budget';
import { Clock } from '../../ports/clock';
import type { ExternalTransferRequest } from './unified.dto';
import type { StoredEntry } from '../../ports/storage/overlays';
import { UnifiedDecisions } from './unified-decisions.service';
import { UnifiedLedgers, type UnifiedLedger } from './unified-ledgers.service';
import type { ExternalTransferResponse, RemovedExternalResponse } from './unified.shapes.dto';

/** Transfers that left the owner's control: a disposal entry takes the place of the outflow. */
@Injectable()
export class ExternalTransfersService {
  constructor(
    private readonly unified: UnifiedLedgers,
    private readonly decisions: UnifiedDecisions,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /** Replaces an earlier statement. @throws AppError RESOURCE_NOT_FOUND, VALIDATION_ERROR, FORBIDDEN */
  async set(
    transactionId: string,
    { disposal_type: type, proceeds_usd: proceeds }: ExternalTransferRequest,
    context: RequestContext,
  ): Promise<ExternalTransferResponse> {
    checkProceeds(type, proceeds);
    const unified = await this.open(context);
    const { transactions, entries = [] } = unified.joint.history.valued;
    const { unmatched } = await inTurns(
      matchingAccounts(transactions, pairDecisions(entries)),
      context.signal,
    );
    const out = unmatched.find((one) => one.transactionId === transactionId && one.direction === 'out');
    const tx = transactions.find(({ id }) => id === transactionId);
    const leg = tx?.legs.find(({ direction, asset }) => direction === 'out' && asset.id === out?.asset.id);
    if (!out || !tx || !leg) throw missing();
    const entry: DisposalEntry = {
      kind: 'disposal_entry',
      id: this.clock.newId(),
      ...outflowOf(tx, leg),
      type,
      proceeds: proceeds === undefined ? 0n : money(proceeds),
      fees: 0n,
      value: null,
      recipient: null,
    };
    const tokenKeys = unified.joint.wallets[0]?.tokenKeys ?? new Map<string, string>();
    const shown = {
      given: accountOf(tx.wallet) ?? tx.wallet,
      note: '',
      txHash: statedHash(tx),
      tokenKey: tokenKeyOf(tokenKeys, leg.asset),
      decimals: leg.asset.decimals,
      external: transactionId,
    };
    const stored = await this.decisions.stored('disposal_entry', context);
    const stated = new Set(statedBy(stored, tx).map(({ id }) => id));
    const isBatch = transactions.some(
      (other) => other.id !== tx.id && isSameOutflow(other, entry, statedHash(tx)),
    );
    const isReplaced = (other: ManualEntry): boolean =>
      (other.kind === 'disposal_entry' && stated.has(other.id)) ||
      isAbout(other, entry, isBatch ? entry.txHash : statedHash(tx));
    const { impact } = await this.decisions.replace(
      unified,
      { kind: 'disposal_entry', added: [this.decisions.draft(entry, shown)], isReplaced },
      context,
    );
    return {
      transaction_id: transactionId,
      disposal_type: type,
      proceeds_usd: proceeds === undefined ? null : proceeds.toFixed(),
      impact,
    };
  }

  /** @throws AppError RESOURCE_NOT_FOUND without a statement */
  async remove(transactionId: string, context: RequestContext): Promise<RemovedExternalResponse> {
    const unified = await this.open(context);
    const { transactions, entries = [] } = unified.joint.history.valued;
    const tx = transactions.find(({ id }) => id === transactionId);
    if (!tx) throw missing();
    const stated = new Set(
      statedBy(await this.decisions.stored('disposal_entry', context), tx).map(({ id }) => id),
    );
    const isReplaced = (other: ManualEntry): boolean =>
      other.kind === 'disposal_entry' && stated.has(other.id);
    if (!entries.some(isReplaced)) throw missing();
    const { impact } = await this.decisions.replace(
      unified,
      { kind: 'disposal_entry', added: [], isReplaced },
      context,
    );
    return { deleted: true, transaction_id: transactionId, impact };
  }

  private open(context: RequestContext): Promise<UnifiedLedger> {
    return this.unified.open(context, wholeBudget(context, this.config.HEAVY_TIMEOUT_MS));
  }
}

/** @throws AppError VALIDATION_ERROR */
function checkProceeds(type: ExternalTransferRequest['disposal_type'], proceeds: Decimal | undefined): void {
  const isPaid = type === 'sale' || type === 'spend';
  if (isPaid && proceeds === undefined) throw invalid('Field required for a sale or a spend');
  if (!isPaid && proceeds !== undefined) throw invalid('Only a sale or a spend has proceeds');
}

const outflowOf = (tx: WalletTransaction, { asset, quantity }: Leg) => ({
  wallet: tx.wallet,
  assetId: asset.id,
  asset,
  quantity,
  at: tx.at,
  txHash: statedName(tx),
});

const isAbout = (
  other: ManualEntry,
  { wallet, assetId, txHash }: DisposalEntry,
  hash: string | null,
): boolean =>
  other.kind === 'disposal_entry' &&
  other.wallet === wallet &&
  other.assetId === assetId &&
  (other.txHash === txHash || other.txHash === hash);

const isSameOutflow = (tx: WalletTransaction, { wallet, assetId }: DisposalEntry, hash: string): boolean =>
  tx.wallet === wallet &&
  statedHash(tx) === hash &&
  tx.legs.some(({ direction, asset }) => direction === 'out' && asset.id === assetId);

/**
 * The statements of `set` about a transaction. Disposal entries of the same hash that the owner made stay. Statements of
 * version 1.0.0 have no mark: they are known by what `set` writes.
 */
function statedBy(stored: readonly StoredEntry[], tx: WalletTransaction): StoredEntry[] {
  const marked = stored.filter(({ shown }) => shown['external'] === tx.id);
  if (marked.length > 0) return marked;
  return stored.filter(
    ({ entry, shown }) =>
      shown['external'] === undefined &&
      shown['note'] === '' &&
      entry.kind === 'disposal_entry' &&
      entry.wallet === tx.wallet &&
      entry.txHash === statedHash(tx) &&
      entry.fees === 0n &&
      (entry.value ?? null) === null &&
      (entry.recipient ?? null) === null &&
      entry.selections === undefined &&
      tx.legs.some(
        ({ direction, asset, quantity }) =>
          direction === 'out' && asset.id === entry.assetId && quantity === entry.quantity,
      ),
  );
}

const missing = (): AppError => new AppError('RESOURCE_NOT_FOUND', { resource: 'unmatched_transfer' });

const invalid = (message: string): AppError =>
  new AppError('VALIDATION_ERROR', undefined, { field: 'proceeds_usd', message: `proceeds_usd: ${message}` });
