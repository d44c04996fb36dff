import { Injectable } from '@nestjs/common';
import { inTurns } from '../../common/turns';
import { Config } from '../../config/env';
import { accountOf } from '../../domain/kernel/address';
import { tokenKeyOf } from '../../domain/kernel/asset';
import { AppError } from '../../domain/kernel/errors';
import { money } from '../../domain/kernel/units';
import type { DisposalEntry, ManualEntry } from '../../domain/overlays/manual-entry';
import { matchingAccounts, statedHash } from '../../domain/overlays/transfer-matches';
import { pairDecisions } from '../../domain/overlays/transfer-pairings';
import type { RequestContext } from '../../http/request-context';
import { wholeBudget } from '../../pipeline/budget';
import { Clock } from '../../ports/clock';
import type { ExternalTransferRequest } from './unified.dto';
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
    const isPaid = type === 'sale' || type === 'spend';
    if (isPaid && proceeds === undefined) throw invalid('Field required for a sale or a spend');
    if (!isPaid && proceeds !== undefined) throw invalid('Only a sale or a spend has proceeds');
    const unified = await this.open(context);
    const { transactions, entries = [] } = unified.joint.history.valued;
    const { unmatched } = await inTurns(
      matchingAccounts(transactions, pairDecisions(entries)),
      context.signal,
    );
    const leg = unmatched.find((one) => one.transactionId === transactionId && one.direction === 'out');
    const tx = transactions.find(({ id }) => id === transactionId);
    const moved = tx?.legs.find(({ direction, asset }) => direction === 'out' && asset.id === leg?.asset.id);
    if (!leg || !tx || !moved) throw missing();
    const entry: DisposalEntry = {
      kind: 'disposal_entry',
      id: this.clock.newId(),
      wallet: tx.wallet,
      assetId: moved.asset.id,
      asset: moved.asset,
      quantity: moved.quantity,
      at: tx.at,
      type,
      proceeds: proceeds === undefined ? 0n : money(proceeds),
      fees: 0n,
      txHash: statedHash(tx),
      value: null,
      recipient: null,
    };
    const tokenKeys = unified.joint.wallets[0]?.tokenKeys ?? new Map<string, string>();
    const shown = {
      given: accountOf(tx.wallet) ?? tx.wallet,
      note: '',
      txHash: statedHash(tx),
      tokenKey: tokenKeyOf(tokenKeys, moved.asset),
      decimals: moved.asset.decimals,
    };
    const { impact } = await this.decisions.replace(
      unified,
      {
        kind: 'disposal_entry',
        added: [this.decisions.draft(entry, shown)],
        isReplaced: (other) => isAbout(other, entry),
      },
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
    const isReplaced = (other: ManualEntry): boolean =>
      other.kind === 'disposal_entry' && other.wallet === tx.wallet && other.txHash === statedHash(tx);
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

const isAbout = (other: ManualEntry, { wallet, assetId, txHash }: DisposalEntry): boolean =>
  other.kind === 'disposal_entry' &&
  other.wallet === wallet &&
  other.assetId === assetId &&
  other.txHash === txHash;

const missing = (): AppError => new AppError('RESOURCE_NOT_FOUND', { resource: 'unmatched_transfer' });

const invalid = (message: string): AppError =>
  new AppError('VALIDATION_ERROR', undefined, { field: 'proceeds_usd', message: `proceeds_usd: ${message}` });
