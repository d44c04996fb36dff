import { Injectable } from '@nestjs/common';
import { inTurns } from '../../common/turns';
import { Config } from '../../config/env';
import { formatMoney } from '../../domain/kernel/units';
import { pageInOrder, paginate, sortInOrder } from '../../domain/kernel/page';
import type { WalletTransaction } from '../../domain/chain/facts/wallet-transaction';
import { matchingAccounts, withoutExternal } from '../../domain/overlays/transfer-matches';
import { pairDecisions } from '../../domain/overlays/transfer-pairings';
import { filterHoldings } from '../../domain/portfolio/holding-filter';
import { sortHoldings } from '../../domain/portfolio/holding-order';
import { JOINT_ORDER, pickTransactions, type HistoryFilter } from '../../domain/portfolio/history-filter';
import { jointHoldings, type JointHolding } from '../../domain/portfolio/joint-holdings';
import type { RequestContext } from '../../http/request-context';
import { CHANGE_PARTS, changesMeta, refuseFilters } from '../../http/queries/changes-query';
import { pagingOf } from '../../http/queries/cursor';
import { toHistoryFilter } from '../../http/queries/transaction-query';
import { reply } from '../../http/reply';
import { ListChangesService } from '../../pipeline/changes/list-changes.service';
import { taxRules } from '../../pipeline/policies';
import { partialBudget, wholeBudget } from '../../pipeline/budget';
import { jointWindowOf } from '../../pipeline/ledger/plan-view';
import { LedgerViews } from '../../pipeline/ledger/ledger-views.service';
import { ValuationService, type Portfolio } from '../../pipeline/valuation/valuation.service';
import { toLimit, toSyncStatus } from '../../presenters/sync-status.presenter';
import { toTransaction } from '../../presenters/transactions/transaction.presenter';
import { UnifiedTransactionsQuery, type UnifiedHoldingsQuery } from './unified.dto';
import { toUnifiedHolding } from './unified.presenter';
import { sourceOf } from './source';
import { UnifiedLedgers, type UnifiedLedger } from './unified-ledgers.service';
import type { UnifiedSummaryResponse } from './unified.shapes.dto';

const LISTED_ASSETS = 20;

/** Numbers over everything that a user owns. They are those of the same ledger that every other route reads. */
@Injectable()
export class UnifiedService {
  constructor(
    private readonly ledgers: UnifiedLedgers,
    private readonly views: LedgerViews,
    private readonly lists: ListChangesService,
    private readonly valuation: ValuationService,
    private readonly config: Config,
  ) {}

  async holdings(query: UnifiedHoldingsQuery, context: RequestContext) {
    const { unified, valued } = await this.valued(context);
    const symbol = query.symbol?.toLowerCase();
    const all = holdingsOf(unified, valued, query.source).filter(
      ({ asset }) => symbol === undefined || asset.symbol.toLowerCase() === symbol,
    );
    const chosen = filterHoldings(all, { minValue: query.min_value });
    const page = paginate(sortHoldings(chosen, query.sort), query.page, query.per_page);
    const partial = valued.some((each) => each.partial);
    const pricesPending = valued.some((each) => each.pricesPending);
    return reply(
      page.items.map((holding) => toUnifiedHolding(holding, unified.sources)),
      {
        pagination: page,
        partial,
        still_indexing: partial,
        meta: toSyncStatus(unified.joint.history.syncStatus, pricesPending),
      },
    );
  }

  async transactions(query: UnifiedTransactionsQuery, context: RequestContext) {
    const { updated_since: since } = query;
    if (since !== undefined) return this.changes(query, since, context);
    const paging = pagingOf(query, 'unified transactions', JOINT_ORDER.parts);
    const { unified, window, rows } = await this.listed(context, toHistoryFilter(query));
    const { joint, sources } = unified;
    const found = rows.filter(
      ({ wallet }) => query.source === undefined || sourceOf(sources, wallet).type === query.source,
    );
    const isDescending = query.sort === 'date_desc';
    const page = pageInOrder(isDescending ? found.toReversed() : found, paging.request, {
      ...JOINT_ORDER,
      isDescending,
    });
    return reply(page.items.map(this.bodyIn(unified)), {
      pagination: paging.paginationOf(page),
      meta: { ...toSyncStatus(joint.history.syncStatus), ...toLimit(window) },
    });
  }

  /** What is new, different or gone since a time. @throws AppError VALIDATION_ERROR for a filter */
  private async changes(query: UnifiedTransactionsQuery, since: number, context: RequestContext) {
    refuseFilters(query, new UnifiedTransactionsQuery());
    const name = 'unified transactions';
    const paging = pagingOf(query, `changes of ${name}`, CHANGE_PARTS);
    const { unified, window, rows } = await this.listed(context, { includeSpam: true });
    const { joint, sources } = unified;
    const { syncStatus, valued } = joint.history;
    const list = {
      name,
      items: rows,
      idOf: ({ id }: WalletTransaction) => id,
      bodyOf: this.bodyIn(unified),
      source: joint.ledger ?? valued,
      variant: JSON.stringify([syncStatus.pricesPending, window.limit, [...sources]]),
    };
    const changes = await this.lists.since(list, since, paging.request, context);
    return reply(changes.changed, {
      pagination: paging.paginationOf(changes.page),
      meta: { ...toSyncStatus(syncStatus), ...toLimit(window), ...changesMeta(changes) },
    });
  }

  /** As far as the plan shows them, oldest first. */
  private async listed(context: RequestContext, filter: HistoryFilter) {
    const unified = await this.ledgers.open(context, wholeBudget(context, this.config.HEAVY_TIMEOUT_MS));
    const { joint } = unified;
    const all = sortInOrder(
      joint.wallets.flatMap(({ transactions }) => transactions),
      JOINT_ORDER,
    );
    const window = jointWindowOf(joint, context.principal);
    const { timezone } = taxRules(this.config, joint.history.valued);
    return { unified, window, rows: pickTransactions(all, filter, window, timezone) };
  }

  private bodyIn({ joint, sources }: UnifiedLedger) {
    const { pricesPending } = joint.history.syncStatus;
    const byWallet = new Map(
      joint.wallets.map((wallet) => [
        wallet.subject.value,
        { wallet, results: pricesPending ? null : this.views.results(wallet) },
      ]),
    );
    return (transaction: WalletTransaction) => {
      const { wallet, results } = byWallet.get(transaction.wallet) ?? {};
      return {
        ...toTransaction(transaction, wallet?.tokenKeys ?? new Map(), results?.get(transaction.id) ?? null),
        source: sourceOf(sources, transaction.wallet),
      };
    };
  }

  async summary(context: RequestContext): Promise<UnifiedSummaryResponse> {
    const { unified, valued } = await this.valued(context);
    const { joint, sources } = unified;
    const { entries = [], transactions } = joint.history.valued;
    const { matches, unmatched } = await inTurns(
      matchingAccounts(transactions, pairDecisions(entries)),
      context.signal,
    );
    const countOf = (status: string): number => matches.filter((match) => match.status === status).length;
    const sum = (pick: (portfolio: Portfolio) => bigint): string =>
      formatMoney(valued.reduce((total, portfolio) => total + pick(portfolio), 0n));
    const partial = valued.some((each) => each.partial);
    return {
      total_value: sum(({ totals }) => totals.value),
      total_cost_basis: sum(({ totals }) => totals.cost),
      total_unrealized_gl: sum(({ totals }) => totals.gain),
      wallet_count: joint.wallets.filter(({ subject }) => subject.family !== 'exchange').length,
      exchange_count: joint.wallets.filter(({ subject }) => subject.family === 'exchange').length,
      by_source: joint.wallets.map(({ subject }, i) => ({
        ...sourceOf(sources, subject.value),
        total_value: formatMoney(valued[i]?.totals.value ?? 0n),
        total_cost_basis: formatMoney(valued[i]?.totals.cost ?? 0n),
      })),
      by_asset: holdingsOf(unified, valued)
        .slice(0, LISTED_ASSETS)
        .map((holding) => toUnifiedHolding(holding, sources)),
      matches: {
        suggested: countOf('suggested'),
        confirmed: countOf('confirmed'),
        rejected: countOf('rejected'),
      },
      unmatched_count: withoutExternal(unmatched, transactions, entries).length,
      partial,
      still_indexing: partial,
    };
  }

  private async valued(context: RequestContext): Promise<{ unified: UnifiedLedger; valued: Portfolio[] }> {
    const budget = partialBudget(context, this.config.PARTIAL_BUDGET_MS);
    const unified = await this.ledgers.open(context, budget);
    return { unified, valued: await this.valuation.ofAll(unified.joint.wallets, budget) };
  }
}

/** Holdings by asset, highest value first. `by` names wallets in normal form. */
const holdingsOf = (
  { joint, sources }: UnifiedLedger,
  valued: readonly Portfolio[],
  source?: string,
): JointHolding[] =>
  jointHoldings(
    joint.wallets.flatMap(({ subject }, i) =>
      source === undefined || sourceOf(sources, subject.value).type === source
        ? [{ address: subject.value, holdings: valued[i]?.holdings ?? [] }]
        : [],
    ),
  );
