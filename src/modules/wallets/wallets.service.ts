import { Injectable } from '@nestjs/common';
import { Config } from '../../config/env';
import type { Address } from '../../domain/kernel/address';
import { paginate } from '../../domain/kernel/page';
import { formatMoney } from '../../domain/kernel/units';
import type { PlanWindow } from '../../domain/access/plan-window';
import { filterHoldings } from '../../domain/portfolio/holding-filter';
import { sortHoldings } from '../../domain/portfolio/holding-order';
import { toSyncStatus, toLimit, toTimeOrNull } from '../../presenters/sync-status.presenter';
import { toDeposits, toHolding } from '../../presenters/holdings.presenter';
import { toLot } from '../../presenters/lots.presenter';
import { toTaxSummary } from '../../presenters/tax-summary.presenter';
import { reply } from '../../http/reply';
import type { RequestContext } from '../../http/request-context';
import { taxRules } from '../../pipeline/policies';
import { partialBudget } from '../../pipeline/budget';
import {
  pendingTransactions,
  ValuationService,
  type Portfolio,
} from '../../pipeline/valuation/valuation.service';
import { visibleTransactions, windowOf } from '../../pipeline/ledger/plan-view';
import { LedgerViews } from '../../pipeline/ledger/ledger-views.service';
import { Snapshots } from '../../pipeline/ledger/snapshots.service';
import { keysOf } from '../../domain/portfolio/snapshots/wallet-snapshot';
import type { WalletLedger } from '../../pipeline/ledger/wallet-ledger';
import { WalletLedgerService } from '../../pipeline/ledger/wallet-ledger.service';
import { Clock } from '../../ports/clock';
import { CallerLedgers } from './caller-ledgers.service';
import { toTransaction } from '../../presenters/transactions/transaction.presenter';
import type { TransactionResponse } from '../../presenters/transactions/transaction.shapes.dto';
import { PastHoldings } from './holdings/past-holdings.service';
import { toReconciliationShort } from './dashboard.presenter';
import { toChains, toPosition, toSummary } from './holdings.presenter';
import type {
  CostBasisQuery,
  HoldingsQuery,
  HoldingsSummaryQuery,
  LegacyPositionsQuery,
} from './wallets.dto';
import type { CostBasisResponse, DashboardResponse, LegacyPositionsResponse } from './wallets.shapes.dto';

const DASHBOARD = { positions: 50, transactions: 10 };

/** Ledger -> the part that the caller's plan shows. */
@Injectable()
export class WalletsService {
  constructor(
    private readonly ledgers: WalletLedgerService,
    private readonly views: LedgerViews,
    private readonly valuation: ValuationService,
    private readonly clock: Clock,
    private readonly config: Config,
    private readonly callers: CallerLedgers,
    private readonly snapshots: Snapshots,
    private readonly past: PastHoldings,
  ) {}

  async dashboard(address: Address, owned: readonly Address[], context: RequestContext) {
    const { walletLedger, portfolio } = await this.valued(address, owned, context);
    const { holdings, totals, partial, pricesPending } = portfolio;
    const { syncStatus } = walletLedger.history;
    const arePending = walletLedger.ledger === null || syncStatus.pricesPending;
    const window = windowOf(walletLedger, context.principal);
    const data: DashboardResponse = {
      address: address.given,
      summary: toSummary(portfolio),
      positions: holdings.slice(0, DASHBOARD.positions).map(toPosition),
      tax_summary: toTaxSummary(address.given, null, arePending ? null : this.views.taxSummary(walletLedger)),
      recent_transactions: this.recent(walletLedger, window, arePending),
      chains: toChains(holdings, totals.value),
      reconciliation: toReconciliationShort(this.views.reconciliation(walletLedger), arePending),
      last_indexed_at: toTimeOrNull(syncStatus.indexedAt),
      partial,
      still_indexing: partial,
      ...toLimit(window),
    };
    return reply(data, {
      meta: toSyncStatus(syncStatus, pricesPending),
      currentUntil: arePending ? 0 : portfolio.currentUntil,
    });
  }

  /** Every position on one page: the list is not paged, and its total shows that. */
  async positions(address: Address, owned: readonly Address[], context: RequestContext) {
    const walletLedger = await this.callers.whole(address, owned, context);
    const positions = this.valuation.unpriced(walletLedger).map(toPosition);
    const total = positions.length;
    return reply(positions, {
      pagination: { page: 1, perPage: Math.max(1, total), total },
      meta: this.metaOf(walletLedger),
    });
  }

  async legacyPositions(address: Address, query: LegacyPositionsQuery, context: RequestContext) {
    const walletLedger = await this.callers.whole(address, query.owned_wallets, context);
    const { items, page, perPage, total } = paginate(
      this.valuation.unpriced(walletLedger),
      query.page,
      query.limit,
    );
    const positions = items.map(toPosition);
    const data: LegacyPositionsResponse = { address: address.given, positions, page, limit: perPage, total };
    return reply(data, { meta: this.metaOf(walletLedger) });
  }

  /** Value first, then filter, then cut the page: an entry must not depend on the page asked for. */
  async holdings(address: Address, query: HoldingsQuery, context: RequestContext) {
    const { portfolio, ...siblings } = await this.read(address, query, context);
    const chosen = filterHoldings(portfolio.holdings, { chain: query.chain, minValue: query.min_value });
    const page = paginate(sortHoldings(chosen, query.sort), query.page, query.per_page);
    return reply(
      page.items.map((holding) => toHolding(holding)),
      { pagination: page, ...siblings },
    );
  }

  async summary(address: Address, query: HoldingsSummaryQuery, context: RequestContext) {
    const { portfolio, ...siblings } = await this.read(address, query, context);
    return reply(toSummary(portfolio), siblings);
  }

  /** Ranks and the total speak of every open lot; the plan and the page only choose which of them are listed. */
  async costBasis(address: Address, query: CostBasisQuery, context: RequestContext) {
    const walletLedger = await this.callers.whole(address, query.owned_wallets, context);
    const window = windowOf(walletLedger, context.principal);
    const ranked = this.views.rankedLots(walletLedger, query.method, query.lot_ids);
    const visible = window.isLimited ? ranked.filter(({ lot }) => window.showsLot(lot)) : ranked;
    const page = paginate(visible, query.page, query.per_page);
    const pending = pendingTransactions(walletLedger);
    const now = this.clock.now();
    const { timezone } = taxRules(this.config, walletLedger.history.valued);
    const lots = page.items.map(({ lot, tokenKey, rank }) => {
      const isPending = pending.has(lot.transactionId);
      return toLot(lot, { tokenKey, rank, isPending }, now, timezone);
    });
    const total = ranked.reduce((sum, { lot }) => sum + (pending.has(lot.transactionId) ? 0n : lot.cost), 0n);
    return reply<CostBasisResponse>(
      { method: query.method, total_cost_basis: formatMoney(total), lots },
      { pagination: page, meta: { ...this.metaOf(walletLedger), ...toLimit(window) } },
    );
  }

  private async valued(
    address: Address,
    given: readonly Address[],
    context: RequestContext,
  ): Promise<{ walletLedger: WalletLedger; portfolio: Portfolio }> {
    const owned = await this.callers.owned(given, context);
    const budget = partialBudget(context, this.config.PARTIAL_BUDGET_MS);
    const walletLedger = await this.ledgers.of(address, owned, budget);
    return { walletLedger, portfolio: await this.valuation.of(walletLedger, budget) };
  }

  /** The portfolio of now or of a past day and what stands beside it, from the snapshot when there is one. */
  private async read(address: Address, query: HoldingsSummaryQuery, context: RequestContext) {
    const owned = await this.callers.owned(query.owned_wallets, context);
    const budget = partialBudget(context, this.config.PARTIAL_BUDGET_MS);
    const past = query.as_of === undefined ? null : await this.past.of(address, owned, query.as_of, budget);
    if (past) return past;
    const found = await this.snapshots.of(address, owned, budget, ['positions', 'deposits']);
    const portfolio = await (found.snapshot
      ? this.valuation.ofSnapshot(address, found.snapshot, budget)
      : this.valuation.of(found.walletLedger, budget));
    const { partial, pricesPending, currentUntil } = portfolio;
    const meta = found.snapshot
      ? {
          ...toSyncStatus(found.syncStatus, pricesPending),
          ...toDeposits(found.snapshot.deposits, keysOf(found.snapshot.deposits)),
        }
      : this.metaOf(found.walletLedger, pricesPending);
    return { portfolio, partial, still_indexing: partial, meta, currentUntil };
  }

  private metaOf(walletLedger: WalletLedger, currentPricesPending = false): Record<string, unknown> {
    return {
      ...toSyncStatus(walletLedger.history.syncStatus, currentPricesPending),
      ...toDeposits(this.views.deposits(walletLedger), walletLedger.tokenKeys),
    };
  }

  private recent(walletLedger: WalletLedger, window: PlanWindow, arePending: boolean): TransactionResponse[] {
    const results = this.views.results(walletLedger);
    return visibleTransactions(walletLedger)
      .slice(-DASHBOARD.transactions)
      .filter(({ id }) => window.shows(id))
      .toReversed()
      .map((transaction) =>
        toTransaction(
          transaction,
          walletLedger.tokenKeys,
          arePending ? null : (results.get(transaction.id) ?? null),
        ),
      );
  }
}
