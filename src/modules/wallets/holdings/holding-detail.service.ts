import { Injectable } from '@nestjs/common';
import { Config } from '../../../config/env';
import { taxYearOf } from '../../../domain/engine';
import type { Address } from '../../../domain/kernel/address';
import { AppError } from '../../../domain/kernel/errors';
import type { Money } from '../../../domain/kernel/units';
import { holdingsNamed } from '../../../domain/portfolio/holding-search';
import { toSyncStatus, toLimit } from '../../../presenters/sync-status.presenter';
import { reply } from '../../../http/reply';
import type { RequestContext } from '../../../http/request-context';
import { taxRules } from '../../../pipeline/policies';
import { partialBudget } from '../../../pipeline/budget';
import { windowOf } from '../../../pipeline/ledger/plan-view';
import { ValuationService } from '../../../pipeline/valuation/valuation.service';
import type { WalletLedger } from '../../../pipeline/ledger/wallet-ledger';
import { WalletLedgerService } from '../../../pipeline/ledger/wallet-ledger.service';
import { Clock } from '../../../ports/clock';
import { CallerLedgers } from '../caller-ledgers.service';
import { toHoldingDetail } from './holding-detail.presenter';
import { LotResponses } from '../lots/lot-responses.service';
import type { HoldingQuery } from '../wallets.dto';

/** `lot_count` is the number of all; all of them are listed, page by page, by Get Lots. */
const MAX_LOTS = 500;

/** One symbol of a wallet with its lots. */
@Injectable()
export class HoldingDetailService {
  constructor(
    private readonly callers: CallerLedgers,
    private readonly ledgers: WalletLedgerService,
    private readonly valuation: ValuationService,
    private readonly lots: LotResponses,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /**
   * Indexes on demand, within the partial budget. Sums are whole; the plan chooses which lots are listed.
   * @param name token key, or symbol in any letter case
   * @throws AppError RESOURCE_NOT_FOUND when the wallet does not hold it
   */
  async detail(address: Address, name: string, query: HoldingQuery, context: RequestContext) {
    const budget = partialBudget(context, this.config.PARTIAL_BUDGET_MS);
    const owned = await this.callers.owned(query.owned_wallets, context);
    const walletLedger = await this.ledgers.of(address, owned, budget);
    const { holdings, partial, pricesPending, currentUntil } = await this.valuation.of(walletLedger, budget);
    const parts = holdingsNamed(holdings, name, query.chain);
    if (parts.length === 0) throw notHeld(partial);
    const window = windowOf(walletLedger, context.principal);
    const shown = parts
      .flatMap((part) => part.lots)
      .filter((lot) => window.showsLot(lot))
      .slice(0, MAX_LOTS);
    const assets = new Set(parts.map(({ asset }) => asset.id));
    const { syncStatus } = walletLedger.history;
    const lots = await this.lots.of(walletLedger, shown);
    const realized = this.realizedThisYear(walletLedger, assets);
    return reply(toHoldingDetail(parts, lots, realized, syncStatus.dataSources ?? []), {
      partial,
      still_indexing: partial,
      currentUntil,
      meta: { ...toSyncStatus(syncStatus, pricesPending), ...toLimit(window) },
    });
  }

  /** As the tax summary counts: after what the wash-sale rule disallows. */
  private realizedThisYear({ ledger, subject, history }: WalletLedger, assets: ReadonlySet<string>): Money {
    const { timezone } = taxRules(this.config, history.valued);
    const year = taxYearOf(this.clock.now(), timezone);
    let sum = 0n;
    for (const { wallet, asset, disposedAt, gain, washSaleDisallowed } of ledger?.disposals ?? [])
      if (wallet === subject.value && assets.has(asset.id) && taxYearOf(disposedAt, timezone) === year)
        sum += gain + washSaleDisallowed;
    return sum;
  }
}

/** While a history is read, the holding may be in the rest of it. */
const notHeld = (isPartial: boolean): AppError =>
  isPartial
    ? new AppError(
        'RESOURCE_NOT_FOUND',
        { resource: 'holding', still_indexing: true },
        { message: 'The holding is not in the part of the history that was read so far; retry later' },
      )
    : new AppError('RESOURCE_NOT_FOUND', { resource: 'holding' });
