import { Injectable } from '@nestjs/common';
import type { Ledger, OutflowKind } from '../../../domain/engine';
import { refused, refuseLots } from '../../../domain/custody';
import { tokenKeyOf, type Asset } from '../../../domain/kernel/asset';
import { formatUnits, toUnits } from '../../../domain/kernel/units';
import type { ManualEntry, OrderedLot, StandingSelectionEntry } from '../../../domain/overlays/manual-entry';
import type { RequestContext } from '../../../http/request-context';
import type { StoredEntry } from '../../../ports/storage/overlays';
import { toTime, toTimeOrNull } from '../../../presenters/sync-status.presenter';
import { toImpact } from '../../../presenters/transactions/impact.presenter';
import { invalid } from '../basis-parts';
import { brokerOf, noticeOf, toNotice } from '../broker/broker-notice';
import { orderTimes } from '../elections/order-times';
import { EntryLedgers } from '../entry-ledgers.service';
import { toEntryHead, toEntryState, type Shown } from '../manual-entries.presenter';
import type { NamedLotInput, StandingSelectionInput } from './standing-selections.dto';
import type {
  CreatedStandingSelectionResponse,
  StandingSelectionShape,
} from './standing-selections.shapes.dto';

/** Standing orders that name lots: identification before the sale. @source 26 CFR 1.1012-1(j); tax-rules 4.3 */
@Injectable()
export class StandingSelectionsService {
  constructor(private readonly entryLedgers: EntryLedgers) {}

  /**
   * @throws AppError WALLET_NOT_FOUND; RESOURCE_NOT_FOUND (token); CONFLICT for an order of the same token and time;
   * VALIDATION_ERROR for a late order, and for lots that the wallet never held
   */
  async create(
    body: StandingSelectionInput,
    isPreview: boolean,
    context: RequestContext,
  ): Promise<CreatedStandingSelectionResponse> {
    const { walletLedger, asset, now } = await this.entryLedgers.openToken(body, context);
    const wallet = body.address.value;
    const offer = brokerOf(walletLedger);
    const notice = noticeOf(body, offer, now);
    if (notice && offer) refuseLots(offer);
    const isAtBroker = offer !== null;
    const entry: StandingSelectionEntry = {
      kind: 'standing_selection',
      wallet,
      assetId: asset.id,
      appliesTo: outflowsOf(body),
      lots: body.lots.map((lot, index) =>
        namedUnits(lot, index, { asset, wallet, ledger: walletLedger.ledger, isAtBroker }),
      ),
      ...orderTimes(body, now, notice),
    };
    const isSame = (other: ManualEntry) =>
      other.kind === 'standing_selection' &&
      other.wallet === wallet &&
      other.assetId === asset.id &&
      other.from === entry.from &&
      other.until === undefined;
    const { impact } = await this.entryLedgers.supposing(walletLedger, [entry], context, {
      replaced: isSame,
    });
    const shown: Shown = {
      given: body.address.given,
      note: body.note,
      txHash: null,
      tokenKey: tokenKeyOf(walletLedger.tokenKeys, asset),
      decimals: asset.decimals,
    };
    const stored = await this.entryLedgers.keepOrDraft(entry, shown, isPreview, context);
    return { ...toStandingSelection(stored), stored: !isPreview, impact: toImpact(impact) };
  }
}

function outflowsOf({ applies_to: given }: StandingSelectionInput): OutflowKind[] {
  if (given.length === 0) throw invalid('applies_to', 'List should have at least 1 item');
  return [...new Set(given)];
}

interface Place {
  asset: Asset;
  wallet: string;
  ledger: Ledger;
  isAtBroker: boolean;
}

/** Identified units must be sufficient to find the basis, so the lot must be one of the wallet. */
function namedUnits(
  given: NamedLotInput,
  index: number,
  { asset, wallet, ledger, isAtBroker }: Place,
): OrderedLot {
  const named = (name: string) => `lots.${index}.${name}`;
  const lot = given.lot_id?.toLowerCase() ?? given.acquired_tx_id?.toLowerCase();
  if (lot === undefined) throw invalid(named('lot_id'), 'Either lot_id or acquired_tx_id is required');
  const lots = ledger.lots.filter(
    (each) =>
      each.wallet === wallet && each.asset.id === asset.id && (each.id === lot || each.transactionId === lot),
  );
  if (lots.length === 0 && isAtBroker) throw refused('lot_not_in_account', named('lot_id'));
  if (lots.length === 0) throw invalid(named('lot_id'), 'The wallet has no such lot of the token');
  if (isAtBroker && lots.every(({ remaining }) => remaining === 0n))
    throw refused('lot_already_sold', named('lot_id'));
  const quantity = given.quantity === undefined ? null : toUnits(given.quantity, asset.decimals);
  const most = lots.reduce((sum, { originalQuantity }) => sum + originalQuantity, 0n);
  if (quantity !== null && quantity <= 0n) throw invalid(named('quantity'), 'Input should be greater than 0');
  if (quantity !== null && quantity > most)
    throw invalid(named('quantity'), `The lot has ${formatUnits(most, asset.decimals)} units`);
  const { broker_lot_id: brokerLotId } = given;
  return { lot, quantity, ...(brokerLotId !== undefined && { brokerLotId }) };
}

export function toStandingSelection(
  stored: StoredEntry & { entry: StandingSelectionEntry },
): StandingSelectionShape {
  const { entry } = stored;
  const { tokenKey, decimals } = stored.shown as unknown as Shown;
  return {
    ...toEntryHead(stored),
    token_key: tokenKey,
    lots: entry.lots.map(({ lot, quantity, brokerLotId }) => ({
      lot,
      quantity: quantity === null ? null : formatUnits(quantity, decimals),
      broker_lot_id: brokerLotId ?? null,
    })),
    applies_to: [...entry.appliesTo],
    effective_from: toTime(entry.from),
    stated_recorded_at: toTimeOrNull(entry.recordedAt),
    ...toNotice(entry.communicated),
    ...toEntryState(stored),
  };
}
