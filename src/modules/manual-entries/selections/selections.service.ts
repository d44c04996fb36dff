import { Injectable } from '@nestjs/common';
import { tokenKeyOf } from '../../../domain/kernel/asset';
import { AppError } from '../../../domain/kernel/errors';
import { formatUnits } from '../../../domain/kernel/units';
import { selectedDisposal } from '../../../domain/overlays/lot-selections';
import type { SelectionEntry } from '../../../domain/overlays/manual-entry';
import type { RequestContext } from '../../../http/request-context';
import { WalletLedgerService } from '../../../pipeline/ledger/wallet-ledger.service';
import { Clock } from '../../../ports/clock';
import type { StoredEntry } from '../../../ports/storage/overlays';
import { toTimeOrNull } from '../../../presenters/sync-status.presenter';
import { assetOf } from '../disposals.service';
import { EntryLedgers } from '../entry-ledgers.service';
import { toImpact } from '../../../presenters/transactions/impact.presenter';
import type { Shown } from '../manual-entries.presenter';
import { lotChoices } from './lot-choices';
import type { LotSelectionInput } from './selections.dto';
import type { CreatedLotSelectionResponse, LotSelectionShape } from './selections.shapes.dto';

/** Specific identification for disposals of the chain, also for trades. */
@Injectable()
export class SelectionsService {
  constructor(
    private readonly entryLedgers: EntryLedgers,
    private readonly ledgers: WalletLedgerService,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError WALLET_NOT_FOUND, RESOURCE_NOT_FOUND (token, disposal), VALIDATION_ERROR, CONFLICT */
  async create(body: LotSelectionInput, context: RequestContext): Promise<CreatedLotSelectionResponse> {
    const { address } = body;
    const walletLedger = await this.entryLedgers.open(address, body.owned_wallets, context);
    const asset = assetOf(walletLedger, body.token_key);
    const txHash = /^0x/i.test(body.tx_hash) ? body.tx_hash.toLowerCase() : body.tx_hash;
    const place = { wallet: address.value, assetId: asset.id, txHash };
    const disposal = selectedDisposal(await this.ledgers.chainEvents(walletLedger), place);
    if (!disposal) throw new AppError('RESOURCE_NOT_FOUND', { resource: 'disposal' });
    const circumstances = { asset, disposedAt: disposal.at, now: this.clock.now() };
    const entry: SelectionEntry = {
      kind: 'lot_selection',
      ...place,
      selections: lotChoices(body.lot_selections, circumstances),
    };
    const { impact } = await this.entryLedgers.supposing(walletLedger, [entry], context, {
      chosenFor: disposal.transactionId,
    });
    const shown: Shown = {
      given: address.given,
      note: body.note,
      txHash,
      tokenKey: tokenKeyOf(walletLedger.tokenKeys, asset),
      decimals: asset.decimals,
    };
    const stored = await this.entryLedgers.keep(this.clock.newId(), entry, shown, context);
    return { ...toLotSelection(stored), impact: toImpact(impact) };
  }
}

export function toLotSelection(stored: StoredEntry & { entry: SelectionEntry }): LotSelectionShape {
  const { id, entry, createdAt, deactivatedAt } = stored;
  const { given, tokenKey, decimals, note } = stored.shown as unknown as Shown;
  return {
    id,
    kind: entry.kind,
    address: given,
    tx_hash: entry.txHash,
    token_key: tokenKey,
    lot_selections: entry.selections.map((choice) => ({
      lot: choice.lot,
      quantity: choice.quantity === null ? null : formatUnits(choice.quantity, decimals),
      selected_at: toTimeOrNull(choice.selectedAt ?? null),
    })),
    note,
    is_active: deactivatedAt === null,
    created_at: createdAt.toISOString(),
    deactivated_at: deactivatedAt?.toISOString() ?? null,
  };
}
