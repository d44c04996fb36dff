import { Injectable } from '@nestjs/common';
import { Config } from '../../config/env';
import { transactionCap } from '../../domain/access/plan-window';
import { formatMoney } from '../../domain/kernel/units';
import { paginate } from '../../domain/kernel/page';
import { filterHoldings } from '../../domain/portfolio/holding-filter';
import { sortHoldings } from '../../domain/portfolio/holding-order';
import { JOINT_ORDER } from '../../domain/portfolio/history-filter';
import { jointSummary } from '../../domain/portfolio/joint-summary';
import { jointHoldings, type JointHolding } from '../../domain/portfolio/joint-holdings';
import type { RequestContext } from '../../http/request-context';
import { CHANGE_PARTS, changesMeta, refuseFilters } from '../../http/queries/changes-query';
import { pagingOf } from '../../http/queries/cursor';
import { toHistoryFilter } from '../../http/queries/transaction-query';
import { reply, type Reply } from '../../http/reply';
import { ListChangesService } from '../../pipeline/changes/list-changes.service';
import { partialBudget, wholeBudget, type Budget } from '../../pipeline/budget';
import type { JointReader } from '../../pipeline/ledger/reader/joint-reader';
import { LedgerReaders } from '../../pipeline/ledger/reader/ledger-readers.service';
import type { LedgerTransaction } from '../../ports/storage/ledgers/ledgers';
import { TaxSummaries } from '../../pipeline/ledger/reader/tax-summaries.service';
import { JointHolders, type JointHoldings } from '../../pipeline/valuation/joint-holders.service';
import type { Portfolio } from '../../pipeline/valuation/valuation.service';
import { toUnpriced } from '../../presenters/holdings.presenter';
import { toCovers, toHistoryGaps, toLimit, toSyncStatus } from '../../presenters/sync-status.presenter';
import { toTaxSummary } from '../../presenters/tax-summary.presenter';
import { shownAssets, toTransaction } from '../../presenters/transactions/transaction.presenter';
import { UnifiedTransactionsQuery, type UnifiedHoldingsQuery, type UnifiedYearQuery } from './unified.dto';
import { toSourceTax, toUnifiedHolding } from './unified.presenter';
import { sourceOf, type Sources } from './source';
import { UnifiedLedgers, type UnifiedWallets } from './unified-ledgers.service';
import type { UnifiedSummaryResponse, UnifiedTaxSummaryResponse } from './unified.shapes.dto';

const LISTED_ASSETS = 20;

/** Numbers over everything that a user owns. They are those of the same ledger that every other route reads. */
@Injectable()
export class UnifiedService {
  constructor(
    private readonly ledgers: UnifiedLedgers,
    private readonly lists: ListChangesService,
    private readonly readers: LedgerReaders,
    private readonly holders: JointHolders,
    private readonly summed: TaxSummaries,
    private readonly config: Config,
  ) {}

  async holdings(query: UnifiedHoldingsQuery, context: RequestContext) {
    const { wallets, valued, syncStatus } = await this.valued(context);
    const symbol = query.symbol?.toLowerCase();
    const all = holdingsOf(wallets, valued, query.source).filter(
      ({ asset }) => symbol === undefined || asset.symbol.toLowerCase() === symbol,
    );
    const chosen = filterHoldings(all, { minValue: query.min_value });
    const page = paginate(sortHoldings(chosen, query.sort), query.page, query.per_page);
    const partial = valued.some((each) => each.partial);
    const pricesPending = valued.some((each) => each.pricesPending);
    return reply(
      page.items.map((holding) => toUnifiedHolding(holding, wallets.sources)),
      {
        pagination: page,
        partial,
        still_indexing: partial,
        meta: { ...toSyncStatus(syncStatus, pricesPending), ...toCovers(wallets.addresses) },
      },
    );
  }

  async transactions(query: UnifiedTransactionsQuery, context: RequestContext) {
    const { updated_since: since } = query;
    if (since !== undefined) return this.changes(query, since, context);
    const paging = pagingOf(query, 'unified transactions', JOINT_ORDER.parts);
    const { addresses, sources } = await this.ledgers.walletsOf(context);
    const reader = await this.readers.together(addresses, this.wholeBudget(context));
    const wallets = addresses
      .map(({ value }) => value)
      .filter((value) => query.source === undefined || sourceOf(sources, value).type === query.source);
    const cap = transactionCap(context.principal);
    const page = await reader.transactions(toHistoryFilter(query), wallets, cap, {
      ...paging.request,
      isDescending: query.sort === 'date_desc',
    });
    return reply(await rowsOf(reader, page.items, sources), {
      pagination: paging.paginationOf(page),
      meta: {
        ...toSyncStatus(reader.syncStatus),
        ...toLimit(await reader.window(cap)),
        ...toCovers(addresses),
      },
    });
  }

  /** What is new, different or gone since a time. @throws AppError VALIDATION_ERROR for a filter */
  private async changes(query: UnifiedTransactionsQuery, since: number, context: RequestContext) {
    refuseFilters(query, new UnifiedTransactionsQuery());
    const name = 'unified transactions';
    const paging = pagingOf(query, `changes of ${name}`, CHANGE_PARTS);
    const { addresses, sources } = await this.ledgers.walletsOf(context);
    const reader = await this.readers.together(addresses, this.wholeBudget(context));
    const { syncStatus } = reader;
    const cap = transactionCap(context.principal);
    const window = await reader.window(cap);
    const entriesOf = async (some: readonly LedgerTransaction[]) =>
      (await rowsOf(reader, some, sources)).map(
        (body) => [body.transaction_id, body] as [string, typeof body],
      );
    const list = {
      ...{ name, source: reader.source },
      variant: JSON.stringify([syncStatus.pricesPending, window.limit, [...sources]]),
      async *pages() {
        const { pages } = await reader.allTransactions({ includeSpam: true }, cap);
        for await (const page of pages) yield await entriesOf(page);
      },
      withIds: async (ids: readonly string[]) => entriesOf(await reader.transactionsById(ids)),
    };
    const changes = await this.lists.since(list, since, paging.request, context);
    return reply(changes.changed, {
      pagination: paging.paginationOf(changes.page),
      meta: {
        ...toSyncStatus(syncStatus),
        ...toLimit(window),
        ...toCovers(addresses),
        ...changesMeta(changes),
      },
    });
  }

  private wholeBudget(context: RequestContext): Budget {
    return wholeBudget(context, this.config.HEAVY_TIMEOUT_MS);
  }

  async summary(context: RequestContext): Promise<Reply<UnifiedSummaryResponse>> {
    const { wallets, valued, transfers, syncStatus } = await this.valued(context);
    const { addresses, sources } = wallets;
    const { unmatched, ...matches } = await transfers();
    const sum = (pick: (portfolio: Portfolio) => bigint): string =>
      formatMoney(valued.reduce((total, portfolio) => total + pick(portfolio), 0n));
    const partial = valued.some((each) => each.partial);
    const pricesPending = valued.some((each) => each.pricesPending);
    const covers = toCovers(addresses);
    const data: UnifiedSummaryResponse = {
      total_value: sum(({ totals }) => totals.value),
      total_cost_basis: sum(({ totals }) => totals.cost),
      total_unrealized_gl: sum(({ totals }) => totals.gain),
      unpriced: toUnpriced(valued.map(({ totals }) => totals)),
      wallet_count: covers.covers.wallets,
      exchange_count: covers.covers.accounts,
      by_source: addresses.map(({ value }, i) => ({
        ...sourceOf(sources, value),
        total_value: formatMoney(valued[i]?.totals.value ?? 0n),
        total_cost_basis: formatMoney(valued[i]?.totals.cost ?? 0n),
        unpriced: toUnpriced(valued.slice(i, i + 1).map(({ totals }) => totals)),
      })),
      by_asset: holdingsOf(wallets, valued)
        .slice(0, LISTED_ASSETS)
        .map((holding) => toUnifiedHolding(holding, sources)),
      matches,
      unmatched_count: unmatched,
      partial,
      still_indexing: partial,
    };
    return reply(data, { meta: { ...toSyncStatus(syncStatus, pricesPending), ...covers } });
  }

  /** Waits for the whole history of every source. @throws AppError SERVICE_UNAVAILABLE when it is not read in time */
  async taxSummary({ tax_year: year }: UnifiedYearQuery, context: RequestContext) {
    const { addresses, sources } = await this.ledgers.walletsOf(context);
    const { summaries, syncStatus } = await this.summed.together(addresses, year, this.wholeBudget(context));
    const gaps = toHistoryGaps(syncStatus, year);
    const { address: _, ...whole } = toTaxSummary(
      '',
      year ?? null,
      jointSummary(summaries.map(({ summary }) => summary)),
      gaps,
    );
    const data: UnifiedTaxSummaryResponse = {
      ...whole,
      by_source: summaries.map(({ subject, summary }) => ({
        ...sourceOf(sources, subject.value),
        ...toSourceTax(toTaxSummary(subject.given, year ?? null, summary, gaps)),
      })),
    };
    return reply(data, { meta: { ...toSyncStatus(syncStatus), ...toCovers(addresses) } });
  }

  private async valued(context: RequestContext): Promise<JointHoldings & { wallets: UnifiedWallets }> {
    const budget = partialBudget(context, this.config.PARTIAL_BUDGET_MS);
    const wallets = await this.ledgers.walletsOf(context);
    return { wallets, ...(await this.holders.of(wallets.addresses, budget)) };
  }
}

async function rowsOf(reader: JointReader, transactions: readonly LedgerTransaction[], sources: Sources) {
  const tokenKeys = await reader.tokenKeys(
    transactions.flatMap(({ transaction }) => shownAssets(transaction)),
  );
  return transactions.map(({ transaction, result }) => ({
    ...toTransaction(transaction, tokenKeys, result),
    source: sourceOf(sources, transaction.wallet),
  }));
}

/** Holdings by asset, highest value first. `by` names wallets in normal form. */
const holdingsOf = (
  { addresses, sources }: UnifiedWallets,
  valued: readonly Portfolio[],
  source?: string,
): JointHolding[] =>
  jointHoldings(
    addresses.flatMap(({ value }, i) =>
      source === undefined || sourceOf(sources, value).type === source
        ? [{ address: value, holdings: valued[i]?.holdings ?? [] }]
        : [],
    ),
  );
