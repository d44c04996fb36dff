import { Injectable } from '@nestjs/common';
import { isSameNotice, refused, refuseLate, refuseLots, refuseMethod } from '../../../domain/custody';
import { parseAddress } from '../../../domain/kernel/address';
import { AppError } from '../../../domain/kernel/errors';
import { selectedOutflow } from '../../../domain/overlays/lot-selections';
import {
  TAXPAYER,
  targetOf,
  type ManualEntry,
  type SelectionEntry,
  type StandingSelectionEntry,
} from '../../../domain/overlays/manual-entry';
import type { RequestContext } from '../../../http/request-context';
import type { ReadyWalletLedger } from '../../../pipeline/ledger/wallet-ledger';
import { Clock } from '../../../ports/clock';
import { toImpact } from '../../../presenters/transactions/impact.presenter';
import type { ImpactResponse } from '../../../presenters/transactions/impact.shapes.dto';
import { EntryLedgers, type StoredOf } from '../entry-ledgers.service';
import { brokerOf, noticeOf } from './broker-notice';
import type { BrokerNoticeInput } from './broker-notice.dto';

type ToldKind = 'method_election' | 'standing_selection' | 'lot_selection';

/** Notices after the entry. @source 26 CFR 1.1012-1(j)(3)(ii) */
@Injectable()
export class BrokerNoticesService {
  constructor(
    private readonly entryLedgers: EntryLedgers,
    private readonly clock: Clock,
  ) {}

  /**
   * Adds or replaces the notice of an entry, by the rules of a notice at the entry.
   * @throws AppError RESOURCE_NOT_FOUND; CONFLICT for an entry that no longer holds; VALIDATION_ERROR with a `reason`
   */
  async record<K extends ToldKind>(
    kind: K,
    entryId: string,
    body: BrokerNoticeInput,
    context: RequestContext,
  ): Promise<{ stored: StoredOf<K>; impact: ImpactResponse }> {
    const stored = await this.entryLedgers.active(kind, entryId, context);
    const entry: Extract<ManualEntry, { kind: ToldKind }> = stored.entry;
    const walletLedger =
      entry.wallet === TAXPAYER
        ? null
        : await this.entryLedgers.open(parseAddress(entry.wallet), body.owned_wallets, context);
    const offer = walletLedger ? brokerOf(walletLedger) : undefined;
    const communicated = noticeOf(body, offer, this.clock.now());
    if (!walletLedger || !offer || !communicated) throw refused('no_single_account', 'entry_id');
    if (entry.kind === 'method_election') refuseMethod(entry.method, offer);
    else refuseLots(offer);
    if (entry.kind !== 'method_election') refuseOtherLots(entry, walletLedger);
    const outflow = entry.kind === 'lot_selection' ? await this.outflowOf(entry, walletLedger) : null;
    if (outflow) refuseLate(communicated, outflow.at);
    const told = { ...stored.entry, communicated };
    const { impact } = await this.entryLedgers.supposing(walletLedger, [told], context, {
      replaced: (other) =>
        other.kind === kind &&
        other.wallet === entry.wallet &&
        targetOf(other) === targetOf(entry) &&
        !('until' in other && other.until !== undefined),
      chosenFor: outflow?.transactionId,
    });
    if (!isSameNotice(entry.communicated, communicated))
      await this.entryLedgers.amend(entryId, told, context);
    return { stored: { ...stored, entry: told }, impact: toImpact(impact) };
  }

  private async outflowOf(entry: SelectionEntry, walletLedger: ReadyWalletLedger) {
    const outflow = selectedOutflow(await this.entryLedgers.chainEvents(walletLedger), entry);
    if (outflow) return outflow;
    throw new AppError('RESOURCE_NOT_FOUND', { resource: 'disposal' });
  }
}

/** A broker identifies units that it holds. */
function refuseOtherLots(
  entry: SelectionEntry | StandingSelectionEntry,
  { ledger }: Pick<ReadyWalletLedger, 'ledger'>,
): void {
  const held = ledger.lots.filter((lot) => lot.wallet === entry.wallet && lot.asset.id === entry.assetId);
  const names = new Set(held.flatMap(({ id, transactionId }) => [id, transactionId]));
  const named = entry.kind === 'lot_selection' ? entry.selections : entry.lots;
  if (named.some(({ lot }) => !names.has(lot))) throw refused('lot_not_in_account', 'entry_id');
}
