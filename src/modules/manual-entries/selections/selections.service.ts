import { Injectable } from '@nestjs/common';
import { refused, refuseLate, refuseLots } from '../../../domain/custody';
import { tokenKeyOf, type Asset } from '../../../domain/kernel/asset';
import { AppError } from '../../../domain/kernel/errors';
import { selectedOutflow } from '../../../domain/overlays/lot-selections';
import type { SelectionEntry } from '../../../domain/overlays/manual-entry';
import type { RequestContext } from '../../../http/request-context';
import type { ReadyWalletLedger } from '../../../pipeline/ledger/wallet-ledger';
import type { StoredEntry } from '../../../ports/storage/overlays';
import { comparableHash, EntryLedgers } from '../entry-ledgers.service';
import { brokerOf, noticeOf, toNotice } from '../broker/broker-notice';
import { toImpact } from '../../../presenters/transactions/impact.presenter';
import { toEntryHead, toEntryState, toLotChoices, type Shown } from '../manual-entries.presenter';
import { lotChoices } from './lot-choices';
import type { LotSelectionInput } from './selections.dto';
import type { CreatedLotSelectionResponse, LotSelectionShape } from './selections.shapes.dto';

/** Specific identification for disposals of the chain, also for trades, and for own transfers. */
@Injectable()
export class SelectionsService {
  constructor(private readonly entryLedgers: EntryLedgers) {}

  /** @throws AppError WALLET_NOT_FOUND, RESOURCE_NOT_FOUND (token, disposal), VALIDATION_ERROR, CONFLICT */
  async create(
    body: LotSelectionInput,
    isPreview: boolean,
    context: RequestContext,
  ): Promise<CreatedLotSelectionResponse> {
    const { address } = body;
    const { walletLedger, asset, now } = await this.entryLedgers.openToken(body, context);
    const txHash = comparableHash(body.tx_hash);
    const place = { wallet: address.value, assetId: asset.id, txHash };
    const outflow = selectedOutflow(await this.entryLedgers.chainEvents(walletLedger), place);
    if (!outflow) throw new AppError('RESOURCE_NOT_FOUND', { resource: 'disposal' });
    const offer = brokerOf(walletLedger);
    const notice = noticeOf(body, offer, now);
    if (notice && offer) refuseLots(offer);
    if (offer !== null) refuseOtherLots(body, walletLedger, asset);
    refuseLate(notice, outflow.at);
    // What a broker was told of in time is identified in time.
    const circumstances = { asset, disposedAt: outflow.at, now: notice?.at ?? now };
    const entry: SelectionEntry = {
      kind: 'lot_selection',
      ...place,
      selections: lotChoices(body.lot_selections, circumstances),
      ...(notice && { communicated: notice }),
    };
    const { impact } = await this.entryLedgers.supposing(walletLedger, [entry], context, {
      chosenFor: outflow.transactionId,
    });
    const shown: Shown = {
      given: address.given,
      note: body.note,
      txHash,
      tokenKey: tokenKeyOf(walletLedger.tokenKeys, asset),
      decimals: asset.decimals,
    };
    const stored = await this.entryLedgers.keepOrDraft(entry, shown, isPreview, context);
    return { ...toLotSelection(stored), stored: !isPreview, impact: toImpact(impact) };
  }
}

/** A broker identifies units that it holds. */
function refuseOtherLots(
  { address: { value: wallet }, lot_selections: choices }: LotSelectionInput,
  { ledger }: ReadyWalletLedger,
  asset: Asset,
): void {
  const held = ledger.lots.filter((lot) => lot.wallet === wallet && lot.asset.id === asset.id);
  const names = new Set(held.flatMap(({ id, transactionId }) => [id, transactionId]));
  for (const [index, { lot_id: lotId, acquired_tx_id: acquired }] of choices.entries()) {
    const name = (lotId ?? acquired)?.toLowerCase();
    if (name !== undefined && !names.has(name))
      throw refused('lot_not_in_account', `lot_selections.${index}.lot_id`);
  }
}

export function toLotSelection(stored: StoredEntry & { entry: SelectionEntry }): LotSelectionShape {
  const { entry } = stored;
  const { tokenKey, decimals } = stored.shown as unknown as Shown;
  return {
    ...toEntryHead(stored),
    tx_hash: entry.txHash,
    token_key: tokenKey,
    lot_selections: toLotChoices(entry.selections, decimals),
    ...toNotice(entry.communicated),
    ...toEntryState(stored),
  };
}
