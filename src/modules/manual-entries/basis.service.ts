import { Injectable } from '@nestjs/common';
import { acquiredLotId, type Acquire, type Ledger } from '../../domain/engine';
import type { Address } from '../../domain/kernel/address';
import { AppError } from '../../domain/kernel/errors';
import { acquisitionOf } from '../../domain/overlays/apply-entries';
import type { Impact } from '../../domain/overlays/impact';
import type { BasisAssignment, ManualEntry } from '../../domain/overlays/manual-entry';
import { tokenKeyOf } from '../../domain/kernel/asset';
import { toLot } from '../../presenters/lots.presenter';
import type { LotResponse } from '../../presenters/shapes.dto';
import type { RequestContext } from '../../http/request-context';
import { windowOf } from '../../pipeline/ledger/plan-view';
import { LedgerViews } from '../../pipeline/ledger/ledger-views.service';
import type { ReadyWalletLedger } from '../../pipeline/ledger/wallet-ledger';
import { WalletLedgerService } from '../../pipeline/ledger/wallet-ledger.service';
import { Clock } from '../../ports/clock';
import { basisParts, invalid } from './basis-parts';
import { EntryLedgers } from './entry-ledgers.service';
import type { BasisAssignmentInput, LotBasisInput } from './manual-entries.dto';
import { toImpact } from '../../presenters/transactions/impact.presenter';
import { toBasisAssignment, type Shown } from './manual-entries.presenter';
import type { LotBasisResultResponse, CreatedBasisAssignmentResponse } from './manual-entries.shapes.dto';

interface Draft {
  walletLedger: ReadyWalletLedger;
  event: Acquire;
  entry: BasisAssignment;
  after: Ledger;
  impact: Impact;
}

@Injectable()
export class BasisService {
  constructor(
    private readonly entryLedgers: EntryLedgers,
    private readonly ledgers: WalletLedgerService,
    private readonly views: LedgerViews,
    private readonly clock: Clock,
  ) {}

  /** Replaces an earlier assignment. @throws AppError LOT_NOT_FOUND, WALLET_NOT_FOUND, VALIDATION_ERROR */
  async set(
    address: Address,
    lotId: string,
    body: LotBasisInput,
    isPreview: boolean,
    context: RequestContext,
  ): Promise<LotBasisResultResponse> {
    const draft = await this.draft(address, () => lotId, body, context);
    const stored = isPreview ? null : await this.keep(draft, address, body.note, context, true);
    return {
      assignment_id: stored?.id ?? null,
      lot_id: lotId,
      lots: await this.lotsOf(draft),
      impact: toImpact(draft.impact),
    };
  }

  /** @throws AppError as `set`, and CONFLICT when the lot has an assignment already */
  async create(body: BasisAssignmentInput, context: RequestContext): Promise<CreatedBasisAssignmentResponse> {
    const { address } = body;
    const draft = await this.draft(
      address,
      (events, walletLedger) => body.lot_id?.toLowerCase() ?? lotOfTransaction(body, events, walletLedger),
      body,
      context,
    );
    const stored = await this.keep(draft, address, body.note, context, false);
    return { ...toBasisAssignment(stored), impact: toImpact(draft.impact) };
  }

  private async draft(
    address: Address,
    lotOf: (events: readonly Acquire[], walletLedger: ReadyWalletLedger) => string,
    body: LotBasisInput,
    context: RequestContext,
  ): Promise<Draft> {
    const walletLedger = await this.entryLedgers.open(address, body.owned_wallets, context);
    const events = (await this.ledgers.chainEvents(walletLedger)).filter(
      (event): event is Acquire => event.kind === 'acquire' && event.wallet === address.value,
    );
    const lotId = lotOf(events, walletLedger);
    const event = acquisitionOf(events, address.value, lotId);
    if (!event) throw notAcquired(walletLedger, lotId);
    if (!windowOf(walletLedger, context.principal).shows(event.transactionId))
      throw new AppError('LOT_NOT_FOUND');
    const entry: BasisAssignment = {
      kind: 'basis_assignment',
      wallet: address.value,
      assetId: event.asset.id,
      lotId,
      basisType: body.basis_type,
      parts: basisParts(body, event),
    };
    const replaced = (other: ManualEntry) => other.kind === 'basis_assignment' && other.lotId === lotId;
    const { after, impact } = await this.entryLedgers.supposing(walletLedger, [entry], context, { replaced });
    return { walletLedger, event, entry, after: after.ledger, impact };
  }

  private keep(
    { entry, event, walletLedger }: Draft,
    { given }: Address,
    note: string,
    context: RequestContext,
    replaces: boolean,
  ) {
    const shown: Shown = {
      given,
      note,
      txHash: event.txHash,
      tokenKey: tokenKeyOf(walletLedger.tokenKeys, event.asset),
      decimals: event.asset.decimals,
    };
    const details = { lot_id: entry.lotId };
    return this.entryLedgers.keep(entry, shown, context, { replaces, details });
  }

  /** The parts and the unassigned rest, in the ledger as it will be. */
  private async lotsOf({ walletLedger, after, event }: Draft): Promise<LotResponse[]> {
    const ranked = await this.views.rankedLots({ ...walletLedger, ledger: after }, 'fifo', []);
    const ranks = new Map(ranked.map(({ lot, rank }) => [lot.id, rank]));
    const tokenKey = tokenKeyOf(walletLedger.tokenKeys, event.asset);
    return after.lots
      .filter(
        (lot) =>
          lot.parentId === null &&
          lot.acquiredAt !== null &&
          lot.wallet === event.wallet &&
          lot.asset.id === event.asset.id &&
          lot.transactionId === event.transactionId,
      )
      .map((lot) =>
        toLot(
          lot,
          { tokenKey, rank: ranks.get(lot.id) ?? 0, isPending: false },
          this.clock.now(),
          this.ledgers.rulesOf(walletLedger).timezone,
        ),
      );
  }
}

/** @throws AppError VALIDATION_ERROR when the transaction brought none or several lots of the token */
function lotOfTransaction(
  { tx_hash: hash, token_key: tokenKey }: BasisAssignmentInput,
  events: readonly Acquire[],
  { tokenKeys }: ReadyWalletLedger,
): string {
  if (hash === undefined || tokenKey === undefined)
    throw invalid('lot_id', 'Either lot_id, or tx_hash and token_key, are required');
  const found = events.filter(
    (event) =>
      event.txHash?.toLowerCase() === hash.toLowerCase() &&
      tokenKeys.get(event.asset.id)?.toLowerCase() === tokenKey.toLowerCase(),
  );
  const [only, ...more] = found.map(acquiredLotId);
  if (only === undefined) throw new AppError('LOT_NOT_FOUND');
  if (more.length === 0) return only;
  throw invalid('lot_id', 'The transaction brought several lots of the token', { lot_ids: [only, ...more] });
}

function notAcquired({ ledger, subject }: ReadyWalletLedger, lotId: string): AppError {
  const lot = ledger.lots.find(({ id, wallet }) => id === lotId && wallet === subject.value);
  if (!lot) return new AppError('LOT_NOT_FOUND');
  return invalid(
    'lot_id',
    lot.acquiredAt === null && lot.parentId === null
      ? 'These units were never seen coming in: add the missing history instead'
      : 'The basis of a lot is set where its units first came in',
  );
}
