import { Injectable } from '@nestjs/common';
import { Config } from '../../../config/env';
import { transactionCap } from '../../../domain/access/plan-window';
import { taxYearOf } from '../../../domain/engine';
import type { Address } from '../../../domain/kernel/address';
import { AppError } from '../../../domain/kernel/errors';
import { holdingsNamed } from '../../../domain/portfolio/holding-search';
import { toLot } from '../../../presenters/lots.presenter';
import { toSyncStatus, toLimit } from '../../../presenters/sync-status.presenter';
import { reply } from '../../../http/reply';
import type { RequestContext } from '../../../http/request-context';
import { taxRules } from '../../../pipeline/policies';
import { partialBudget } from '../../../pipeline/budget';
import { LedgerReaders } from '../../../pipeline/ledger/reader/ledger-readers.service';
import { READER_PARTS } from '../../../pipeline/ledger/reader/stored-lists';
import { Snapshots } from '../../../pipeline/ledger/snapshots.service';
import { Clock } from '../../../ports/clock';
import { CallerLedgers } from '../caller-ledgers.service';
import { toHoldingDetail } from './holding-detail.presenter';
import { CurrentHoldings } from './current-holdings.service';
import type { HoldingQuery } from '../wallets.dto';

/** `lot_count` is the number of all; all of them are listed, page by page, by Get Lots. */
const MAX_LOTS = 500;

/** One symbol of a wallet with its lots. */
@Injectable()
export class HoldingDetailService {
  constructor(
    private readonly callers: CallerLedgers,
    private readonly snapshots: Snapshots,
    private readonly readers: LedgerReaders,
    private readonly current: CurrentHoldings,
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
    const found = await this.snapshots.of(address, owned, budget, ['positions', ...READER_PARTS]);
    const portfolio = await this.current.valuedAs(found, budget);
    const { holdings, partial, pricesPending, currentUntil } = portfolio;
    const parts = holdingsNamed(holdings, name, query.chain);
    if (parts.length === 0) throw notHeld(partial);
    const reader = await this.readers.from(address, found);
    const cap = transactionCap(context.principal);
    const assets = parts.map(({ asset }) => asset.id);
    const { timezone } = taxRules(this.config, reader.stated.history.valued);
    const now = this.clock.now();
    const lots = await reader.lotsOfAssets(assets, cap, MAX_LOTS);
    // As the tax summary counts.
    const realized = await reader.gained(assets, taxYearOf(now, timezone));
    const { syncStatus } = reader;
    const bodies = lots.map(({ lot, ...known }) => toLot(lot, known, now, timezone));
    return reply(toHoldingDetail(parts, bodies, realized, syncStatus.dataSources ?? []), {
      partial,
      still_indexing: partial,
      currentUntil,
      meta: { ...toSyncStatus(syncStatus, pricesPending), ...toLimit(await reader.window(cap)) },
    });
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
