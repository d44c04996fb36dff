import { Injectable } from '@nestjs/common';
import { Config } from '../../config/env';
import type { Address } from '../../domain/kernel/address';
import { onePage, paginate } from '../../domain/kernel/page';
import { formatMoney } from '../../domain/kernel/units';
import { transactionCap } from '../../domain/access/plan-window';
import type { Reconciliation } from '../../domain/engine';
import type { StatedSummary } from '../../domain/forms';
import type { Holding } from '../../domain/portfolio/holdings';
import { filterHoldings } from '../../domain/portfolio/holding-filter';
import { sortHoldings } from '../../domain/portfolio/holding-order';
import { toHistoryGaps, toLimit, toSyncStatus, toTimeOrNull } from '../../presenters/sync-status.presenter';
import { toDeposits, toHolding } from '../../presenters/holdings.presenter';
import { toLot } from '../../presenters/lots.presenter';
import { toTaxSummary } from '../../presenters/tax-summary.presenter';
import { reply } from '../../http/reply';
import type { RequestContext } from '../../http/request-context';
import { taxRules } from '../../pipeline/policies';
import { partialBudget } from '../../pipeline/budget';
import { pendingTransactions } from '../../pipeline/ledger/snapshots/pending-transactions';
import { ValuationService } from '../../pipeline/valuation/valuation.service';
import { windowOf } from '../../pipeline/ledger/plan-view';
import { LedgerViews } from '../../pipeline/ledger/ledger-views.service';
import { LedgerReaders } from '../../pipeline/ledger/reader/ledger-readers.service';
import { READER_PARTS } from '../../pipeline/ledger/reader/stored-lists';
import { Snapshots } from '../../pipeline/ledger/snapshots.service';
import type { SyncStatus } from '../../domain/portfolio/sync-status';
import { keysOf, type WalletSnapshot } from '../../domain/portfolio/snapshots/wallet-snapshot';
import type { WalletLedger } from '../../pipeline/ledger/wallet-ledger';
import { Clock } from '../../ports/clock';
import { CallerLedgers } from './caller-ledgers.service';
import { responsesOf } from './transactions/transaction-responses';
import { CurrentHoldings } from './holdings/current-holdings.service';
import { PastHoldings } from './holdings/past-holdings.service';
import { SpamHoldings } from './holdings/spam-holdings.service';
import { toReconciliationShort } from './dashboard.presenter';
import { toChains, toPosition, toSummary } from './holdings.presenter';
import type {
  CostBasisQuery,
  HoldingsQuery,
  HoldingsSummaryQuery,
  LegacyPositionsQuery,
} from './wallets.dto';
import type { CostBasisResponse, DashboardResponse, LegacyPositionsResponse } from './wallets.shapes.dto';

const DASHBOARD = {
  positions: 50,
  parts: ['positions', 'taxSummaries', 'reconciliation', ...READER_PARTS],
  transactions: 10,
} as const;

const NO_SPAM = { holdings: [], isPartial: false };

/** Beside a list to which a later call can add. */
const STILL_READ = { partial: true, still_indexing: true, currentUntil: 0 };

/** What a dashboard shows beside holdings. */
interface Overview {
  taxSummary: StatedSummary | null;
  reconciliation: Pick<Reconciliation, 'severity' | 'totalIssues'> | null;
  syncStatus: SyncStatus;
  arePending: boolean;
}

/** Ledger -> the part that the caller's plan shows. */
@Injectable()
export class WalletsService {
  constructor(
    private readonly views: LedgerViews,
    private readonly valuation: ValuationService,
    private readonly clock: Clock,
    private readonly config: Config,
    private readonly callers: CallerLedgers,
    private readonly snapshots: Snapshots,
    private readonly readers: LedgerReaders,
    private readonly current: CurrentHoldings,
    private readonly past: PastHoldings,
    private readonly spam: SpamHoldings,
  ) {}

  async dashboard(address: Address, given: readonly Address[], context: RequestContext) {
    const owned = await this.callers.owned(given, context);
    const budget = partialBudget(context, this.config.PARTIAL_BUDGET_MS);
    const found = await this.snapshots.of(address, owned, budget, DASHBOARD.parts);
    const portfolio = await this.current.valuedAs(found, budget);
    const seen = found.snapshot
      ? overviewOf(found.snapshot, found.syncStatus)
      : await this.overview(found.walletLedger);
    const reader = await this.readers.from(address, found);
    const cap = transactionCap(context.principal);
    const limit = toLimit(await reader.window(cap));
    const recent = await reader.transactions({ includeSpam: false }, cap, {
      ...{ page: 1, perPage: DASHBOARD.transactions, after: null },
      isDescending: true,
    });
    const { holdings, totals, pricesPending } = portfolio;
    const { syncStatus, arePending } = seen;
    const partial = portfolio.partial || arePending;
    const data: DashboardResponse = {
      address: address.given,
      summary: toSummary(portfolio),
      positions: holdings.slice(0, DASHBOARD.positions).map(toPosition),
      tax_summary: toTaxSummary(
        address.given,
        null,
        arePending ? null : seen.taxSummary,
        toHistoryGaps(syncStatus),
      ),
      recent_transactions: await responsesOf(reader, recent.items),
      chains: toChains(holdings, totals.value),
      reconciliation: toReconciliationShort(seen.reconciliation, arePending),
      last_indexed_at: toTimeOrNull(syncStatus.indexedAt),
      partial,
      still_indexing: partial,
      ...limit,
    };
    return reply(data, {
      meta: { ...toSyncStatus(syncStatus, pricesPending), ...limit },
      currentUntil: arePending ? 0 : portfolio.currentUntil,
    });
  }

  /** Every position on one page. */
  async positions(address: Address, owned: readonly Address[], context: RequestContext) {
    const { holdings, meta } = await this.unpriced(address, owned, context);
    const { items, ...pagination } = onePage(holdings.map(toPosition));
    return reply(items, { pagination, meta });
  }

  async legacyPositions(address: Address, query: LegacyPositionsQuery, context: RequestContext) {
    const { holdings, meta } = await this.unpriced(address, query.owned_wallets, context);
    const { items, page, perPage, total } = paginate(holdings, query.page, query.limit);
    const positions = items.map(toPosition);
    const data: LegacyPositionsResponse = { address: address.given, positions, page, limit: perPage, total };
    return reply(data, { meta });
  }

  /** Value first, then filter, then cut the page: an entry must not depend on the page asked for. */
  async holdings(address: Address, query: HoldingsQuery, context: RequestContext) {
    const { portfolio, ...siblings } = await this.read(address, query, context);
    const spam = query.include_spam ? await this.spamOf(address, query, context) : NO_SPAM;
    const listed = new Set(portfolio.holdings.map(({ asset }) => asset.id));
    const all = [...portfolio.holdings, ...spam.holdings.filter(({ asset }) => !listed.has(asset.id))];
    const chosen = filterHoldings(all, { chain: query.chain, minValue: query.min_value });
    const page = paginate(sortHoldings(chosen, query.sort), query.page, query.per_page);
    return reply(
      page.items.map((holding) => ({
        ...toHolding(holding),
        ...(query.include_spam && { is_spam: holding.isSpam === true }),
      })),
      { pagination: page, ...siblings, ...(spam.isPartial && STILL_READ) },
    );
  }

  async summary(address: Address, query: HoldingsSummaryQuery, context: RequestContext) {
    const { portfolio, ...siblings } = await this.read(address, query, context);
    return reply(toSummary(portfolio), siblings);
  }

  /** Ranks and the total speak of every open lot; the plan and the page only choose which of them are listed. */
  async costBasis(address: Address, query: CostBasisQuery, context: RequestContext) {
    if (query.method === 'fifo') return this.fifoBasis(address, query, context);
    // Other methods compare what only the ledger has.
    const walletLedger = await this.callers.whole(address, query.owned_wallets, context);
    const window = windowOf(walletLedger, context.principal);
    const ranked = await this.views.rankedLots(walletLedger, query.method, query.lot_ids);
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
      { pagination: page, meta: { ...this.current.metaOf(walletLedger), ...toLimit(window) } },
    );
  }

  private async fifoBasis(address: Address, query: CostBasisQuery, context: RequestContext) {
    const reader = await this.callers.reader(address, query.owned_wallets, context);
    const cap = transactionCap(context.principal);
    const { page, cost } = await reader.ranked(cap, { page: query.page, perPage: query.per_page });
    const { timezone } = taxRules(this.config, reader.stated.history.valued);
    const now = this.clock.now();
    const deposits = reader.deposits();
    return reply<CostBasisResponse>(
      {
        method: query.method,
        total_cost_basis: formatMoney(cost),
        lots: page.items.map(({ lot, ...known }) => toLot(lot, known, now, timezone)),
      },
      {
        pagination: page,
        meta: {
          ...toSyncStatus(reader.syncStatus),
          ...toDeposits(deposits, keysOf(deposits)),
          ...toLimit(await reader.window(cap)),
        },
      },
    );
  }

  /** Holdings without prices and what stands beside them, from the snapshot when there is one. */
  private async unpriced(
    address: Address,
    given: readonly Address[],
    context: RequestContext,
  ): Promise<{ holdings: Holding[]; meta: Record<string, unknown> }> {
    const owned = await this.callers.owned(given, context);
    const budget = this.callers.wholeBudget(context);
    const found = await this.snapshots.of(address, owned, budget, ['positions', 'deposits']);
    return {
      holdings: found.snapshot
        ? this.valuation.unpricedOf(found.snapshot)
        : this.valuation.unpriced(found.walletLedger),
      meta: this.current.metaBeside(found),
    };
  }

  private async spamOf(address: Address, query: HoldingsQuery, context: RequestContext) {
    const owned = await this.callers.owned(query.owned_wallets, context);
    const budget = partialBudget(context, this.config.PARTIAL_BUDGET_MS);
    return this.spam.of(address, owned, query.as_of, budget);
  }

  /** The portfolio of now or of a past day and what stands beside it, from the snapshot when there is one. */
  private async read(address: Address, query: HoldingsSummaryQuery, context: RequestContext) {
    const owned = await this.callers.owned(query.owned_wallets, context);
    const budget = partialBudget(context, this.config.PARTIAL_BUDGET_MS);
    const past = query.as_of === undefined ? null : await this.past.of(address, owned, query.as_of, budget);
    if (past) return past;
    const { portfolio, meta } = await this.current.of(address, owned, budget);
    const { partial, currentUntil } = portfolio;
    return { portfolio, partial, still_indexing: partial, meta, currentUntil };
  }

  /** Without the amounts of a ledger that lacks prices. */
  private async overview(walletLedger: WalletLedger): Promise<Overview> {
    const { ledger } = walletLedger;
    const { syncStatus } = walletLedger.history;
    const ready = ledger === null || syncStatus.pricesPending ? null : { ...walletLedger, ledger };
    await this.views.reconcile(walletLedger);
    return {
      taxSummary: ready && (await this.views.taxSummary(ready)),
      reconciliation: this.views.reconciliation(walletLedger),
      syncStatus,
      arePending: ready === null,
    };
  }
}

/** As `WalletsService.overview`, without the ledger. */
const overviewOf = (
  { taxSummaries, reconciliation }: Pick<WalletSnapshot, 'taxSummaries' | 'reconciliation'>,
  syncStatus: SyncStatus,
): Overview => ({
  taxSummary: taxSummaries.find(({ year }) => year === null)?.summary ?? null,
  reconciliation,
  syncStatus,
  arePending: syncStatus.pricesPending,
});
