import { Injectable } from '@nestjs/common';
import type { LedgerEvent } from '../../../domain/engine';
import { parseAddress, type Address } from '../../../domain/kernel/address';
import { tokenKeyOf, type Asset } from '../../../domain/kernel/asset';
import { yearBounds } from '../../../domain/kernel/calendar';
import { DAY_MS } from '../../../domain/kernel/durations';
import { AppError } from '../../../domain/kernel/errors';
import { firstYearOf, LAW } from '../../../domain/law';
import { formatMoney } from '../../../domain/kernel/units';
import { allocationsIn, sharedPools } from '../../../domain/overlays/allocations/allocations';
import { TAXPAYER, type AllocationEntry } from '../../../domain/overlays/manual-entry';
import { firstOutflow, openingLedger } from '../../../domain/overlays/allocations/opening-ledger';
import type { RequestContext } from '../../../http/request-context';
import type { ReadyWalletLedger } from '../../../pipeline/ledger/wallet-ledger';
import { WalletLedgerService } from '../../../pipeline/ledger/wallet-ledger.service';
import { Clock } from '../../../ports/clock';
import { toImpact } from '../../../presenters/transactions/impact.presenter';
import { invalid } from '../basis-parts';
import { assetOf, EntryLedgers } from '../entry-ledgers.service';
import { ManualEntriesService } from '../manual-entries.service';
import type { DeactivatedResponse } from '../manual-entries.shapes.dto';
import { allocatedLots, checkUnits } from './allocated-lots';
import type { AllocationInput } from './allocations.dto';
import { toAllocation, type ShownAllocation } from './allocations.presenter';
import type { CreatedAllocationResponse } from './allocations.shapes.dto';

/** End of the last due date for 2025, with an extension. @source IRC 6072, 6081; Rev. Proc. 2024-28 */
const LAST_DUE = Date.parse(LAW['rev-proc-2024-28'].parameters.last_due_date.value) + DAY_MS;

/** Unused basis at the start of 2025, as the taxpayer allocated it. @source Rev. Proc. 2024-28 */
@Injectable()
export class AllocationsService {
  constructor(
    private readonly entryLedgers: EntryLedgers,
    private readonly manualEntries: ManualEntriesService,
    private readonly ledgers: WalletLedgerService,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws AppError WALLET_NOT_FOUND; RESOURCE_NOT_FOUND (token); CONFLICT for an allocated token; VALIDATION_ERROR
   * for units that the wallets did not hold, and for a late record
   */
  async create(
    body: AllocationInput,
    isPreview: boolean,
    context: RequestContext,
  ): Promise<CreatedAllocationResponse> {
    const walletLedger = await this.entryLedgers.openAll(namedIn(body), body.owned_wallets, context);
    const asset = assetOf(walletLedger, body.token_key);
    const others = walletLedger.history.valued.entries ?? [];
    if (allocationsIn(others).some(({ assetId }) => assetId === asset.id))
      throw new AppError('CONFLICT', { resource: 'basis_allocation', token_key: body.token_key });
    const events = await this.ledgers.events(walletLedger);
    const { entry, ledgerCost } = this.entryOf(body, asset, walletLedger, events);
    this.checkTime(entry, events);
    const { impact } = await this.entryLedgers.supposing(walletLedger, [entry], context);
    const shown: ShownAllocation = {
      tokenKey: tokenKeyOf(walletLedger.tokenKeys, asset),
      basisOrder: body.basis_order ?? null,
      note: body.note,
    };
    const { id } = entry;
    const stored = await this.entryLedgers.keepOrDraft(entry, shown, isPreview, context, { id });
    const cost = entry.lots.reduce((sum, lot) => sum + lot.cost, 0n);
    return {
      ...toAllocation(stored),
      stored: !isPreview,
      ledger_cost_basis: formatMoney(ledgerCost),
      cost_basis_difference: formatMoney(cost - ledgerCost),
      impact: toImpact(impact),
    };
  }

  /**
   * @throws AppError RESOURCE_NOT_FOUND; CONFLICT after the first sale, disposition or transfer, and the second time
   */
  async withdraw(entryId: string, context: RequestContext): Promise<DeactivatedResponse> {
    const stored = await this.entryLedgers.stored('basis_allocation', TAXPAYER, context);
    const entry = stored.find(({ id }) => id === entryId)?.entry;
    const [first, ...rest] = entry?.wallets ?? [];
    if (entry && first !== undefined) {
      const addresses: [Address, ...Address[]] = [parseAddress(first), ...rest.map(parseAddress)];
      const usedAt = await this.usedAt(entry, addresses, context);
      if (usedAt !== null)
        throw new AppError('CONFLICT', {
          resource: 'basis_allocation',
          reason: 'units of the token left a wallet after the allocation',
          first_outflow_at: new Date(usedAt).toISOString(),
        });
    }
    return this.manualEntries.deactivate('basis_allocation', entryId, context);
  }

  private async usedAt(
    entry: AllocationEntry,
    addresses: readonly [Address, ...Address[]],
    context: RequestContext,
  ): Promise<number | null> {
    try {
      const walletLedger = await this.entryLedgers.openAll(addresses, [], context);
      return firstOutflow(await this.ledgers.events(walletLedger), entry);
    } catch (error) {
      if (error instanceof AppError && error.code === 'WALLET_NOT_FOUND') return null;
      throw error;
    }
  }

  private entryOf(
    body: AllocationInput,
    asset: Asset,
    walletLedger: ReadyWalletLedger,
    events: readonly LedgerEvent[],
  ): { entry: AllocationEntry; ledgerCost: bigint } {
    const options = this.ledgers.recordOptions(walletLedger);
    const { from: at } = yearBounds(firstYearOf('rev-proc-2024-28'), options.timezone);
    const bare: AllocationEntry = {
      kind: 'basis_allocation',
      wallet: TAXPAYER,
      id: this.clock.newId(),
      assetId: asset.id,
      asset,
      method: body.method,
      pool: body.pre_2025_pool,
      at,
      recordedAt: body.stated_recorded_at,
      wallets: walletLedger.history.wallets,
      lots: [],
    };
    const pools = [...(options.sharedPools ?? []), ...(sharedPools([bare]) ?? [])];
    const opening = openingLedger(events, bare, { ...options, sharedPools: pools });
    const lots = allocatedLots(body, bare, opening);
    checkUnits(lots, opening, asset);
    return { entry: { ...bare, lots }, ledgerCost: opening.cost };
  }

  /** @source Rev. Proc. 2024-28, section 5.02 */
  private checkTime(entry: AllocationEntry, events: readonly LedgerEvent[]): void {
    const field = 'stated_recorded_at';
    if (entry.recordedAt > this.clock.now()) throw invalid(field, 'Input should not lie ahead');
    if (entry.method === 'global' && entry.recordedAt >= entry.at)
      throw invalid(field, 'The rule of a global allocation had to be recorded before 2025');
    const first = firstOutflow(events, entry);
    const limit = first === null ? LAST_DUE : Math.min(first, LAST_DUE);
    if (entry.recordedAt > limit)
      throw invalid(
        field,
        'An allocation had to be recorded before the first sale, disposition or transfer of such units in 2025 or later, ' +
          'and before the due date of the return for 2025',
        { first_outflow_at: first === null ? null : new Date(first).toISOString() },
      );
  }
}

/** @throws AppError VALIDATION_ERROR naming the field that the method needs */
function namedIn({
  method,
  lots,
  basis_order: order,
  wallet_order: wallets,
  unused_basis: unused,
}: AllocationInput) {
  const isGlobal = method === 'global';
  if (isGlobal && lots) throw invalid('lots', 'A global allocation has basis_order and wallet_order');
  for (const [field, value] of Object.entries({
    basis_order: order,
    wallet_order: wallets,
    unused_basis: unused,
  }))
    if (!isGlobal && value !== undefined) throw invalid(field, 'A specific-unit allocation has lots');
  if (isGlobal && order === undefined) throw invalid('basis_order', 'Field required');
  const [first, ...rest] = (isGlobal ? wallets : lots?.map(({ address }) => address)) ?? [];
  if (first === undefined) throw invalid(isGlobal ? 'wallet_order' : 'lots', 'Field required');
  return [first, ...rest] as const;
}
