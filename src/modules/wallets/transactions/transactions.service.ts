import { Injectable } from '@nestjs/common';
import { Config } from '../../../config/env';
import type { Address } from '../../../domain/kernel/address';
import { AppError } from '../../../domain/kernel/errors';
import { sortInOrder } from '../../../domain/kernel/page';
import { type WalletTransaction } from '../../../domain/chain/facts/wallet-transaction';
import { transactionCap, type PlanWindow } from '../../../domain/access/plan-window';
import { isIncomplete } from '../../../domain/portfolio/sync-status';
import {
  pickTransactions,
  TRANSACTION_ORDER,
  type HistoryFilter,
} from '../../../domain/portfolio/history-filter';
import { addressLabel, Download, exportHeaders } from '../../../http/response/download';
import { toSyncStatus, toLimit } from '../../../presenters/sync-status.presenter';
import { CHANGE_PARTS, changesMeta, refuseFilters } from '../../../http/queries/changes-query';
import { pagingOf } from '../../../http/queries/cursor';
import { toHistoryFilter } from '../../../http/queries/transaction-query';
import { reply } from '../../../http/reply';
import type { RequestContext } from '../../../http/request-context';
import { ListChangesService } from '../../../pipeline/changes/list-changes.service';
import { taxRules } from '../../../pipeline/policies';
import { windowOf } from '../../../pipeline/ledger/plan-view';
import { LedgerViews } from '../../../pipeline/ledger/ledger-views.service';
import type { LedgerReader, WholeList } from '../../../pipeline/ledger/reader/ledger-reader';
import type { WalletLedger } from '../../../pipeline/ledger/wallet-ledger';
import { CallerLedgers } from '../caller-ledgers.service';
import { responsesOf } from './transaction-responses';
import { toTransaction } from '../../../presenters/transactions/transaction.presenter';
import { transactionsCsv } from './transactions.csv';
import { TransactionsQuery, type ExportQuery, type LegacyTransactionsQuery } from './transactions.dto';
import { transactionsJson } from './transactions-json.presenter';
import type { LegacyTransactionsResponse } from './transactions.shapes.dto';
import type { TransactionResponse } from '../../../presenters/transactions/transaction.shapes.dto';

/** The transactions of a wallet, as far as the plan of the caller shows them. */
@Injectable()
export class TransactionsService {
  constructor(
    private readonly callerLedgers: CallerLedgers,
    private readonly views: LedgerViews,
    private readonly lists: ListChangesService,
    private readonly config: Config,
  ) {}

  async list(address: Address, query: TransactionsQuery, context: RequestContext) {
    const { updated_since: since } = query;
    if (since !== undefined) return this.changes(address, query, since, context);
    const paging = pagingOf(query, `transactions of ${address.value}`, TRANSACTION_ORDER.parts);
    const reader = await this.callerLedgers.reader(address, query.owned_wallets, context);
    const cap = transactionCap(context.principal);
    const page = await reader.transactions(toHistoryFilter(query), cap, {
      ...paging.request,
      isDescending: query.sort === 'date_desc',
    });
    return reply(await responsesOf(reader, page.items), {
      pagination: paging.paginationOf(page),
      meta: { ...toSyncStatus(reader.syncStatus), ...toLimit(await reader.window(cap)) },
    });
  }

  /** What is new, different or gone since a time. @throws AppError VALIDATION_ERROR for a filter */
  private async changes(address: Address, query: TransactionsQuery, since: number, context: RequestContext) {
    refuseFilters(query, new TransactionsQuery());
    const owned = query.owned_wallets.map(({ value }) => value).sort();
    const name = ['transactions of', address.value, ...owned].join(' ');
    const paging = pagingOf(query, `changes of ${name}`, CHANGE_PARTS);
    const picked = await this.pick(address, query.owned_wallets, { includeSpam: true }, context);
    const { walletLedger, window } = picked;
    const { syncStatus, valued } = walletLedger.history;
    const list = {
      name,
      items: picked.rows,
      idOf: ({ id }: WalletTransaction) => id,
      bodyOf: this.bodyIn(walletLedger),
      source: walletLedger.ledger ?? valued,
      variant: `${syncStatus.pricesPending} ${window.limit}`,
    };
    const changes = await this.lists.since(list, since, paging.request, context);
    return reply(changes.changed, {
      pagination: paging.paginationOf(changes.page),
      meta: { ...toSyncStatus(syncStatus), ...toLimit(window), ...changesMeta(changes) },
    });
  }

  /** The unversioned twin: newest first, the limits of the plan at the top level. */
  async legacyList(address: Address, query: LegacyTransactionsQuery, context: RequestContext) {
    const filter = { from: query.start_date, to: query.end_date, includeSpam: false };
    const reader = await this.callerLedgers.reader(address, query.owned_wallets, context);
    const cap = transactionCap(context.principal);
    const { items, page, perPage, total } = await reader.transactions(filter, cap, {
      ...{ page: query.page, perPage: query.limit, after: null },
      isDescending: true,
    });
    const { syncStatus } = reader;
    return reply<LegacyTransactionsResponse>(
      {
        address: address.given,
        transactions: await responsesOf(reader, items),
        page,
        limit: perPage,
        total,
        truncated: syncStatus.truncated,
      },
      { meta: { ...toSyncStatus(syncStatus), ...toLimit(await reader.window(cap)) } },
    );
  }

  /**
   * Oldest first, as ledgers list them. Rows are written while they are sent.
   * @throws AppError SERVICE_UNAVAILABLE while the history or its prices are being read
   */
  async export(address: Address, query: ExportQuery, context: RequestContext): Promise<Download> {
    const reader = await this.callerLedgers.reader(address, query.owned_wallets, context);
    const { syncStatus } = reader;
    const { historyPending, pricesPending, truncated: isTruncated } = syncStatus;
    // A file has no place to report that something is still out.
    if (historyPending || pricesPending)
      throw new AppError('SERVICE_UNAVAILABLE', undefined, {
        message: 'The history, or its prices, are still being read; retry later',
      });
    const cap = transactionCap(context.principal);
    const { count, pages } = await reader.allTransactions(toHistoryFilter(query), cap);
    const headers = exportHeaders({
      ...{ count, isTruncated },
      isIncomplete: isIncomplete(syncStatus),
      isLimited: (await reader.window(cap)).isLimited,
    });
    return query.format === 'csv'
      ? new Download(transactionsCsv(pages), file(address, 'csv', 'text/csv; charset=utf-8'), headers)
      : new Download(
          transactionsJson(bodiesOf(reader, pages), count, isTruncated),
          file(address, 'json', 'application/json; charset=utf-8'),
          headers,
        );
  }

  private async pick(
    address: Address,
    owned: readonly Address[],
    filter: HistoryFilter,
    context: RequestContext,
  ): Promise<{ walletLedger: WalletLedger; window: PlanWindow; rows: WalletTransaction[] }> {
    const walletLedger = await this.callerLedgers.whole(address, owned, context);
    const window = windowOf(walletLedger, context.principal);
    const { timezone } = taxRules(this.config, walletLedger.history.valued);
    return {
      walletLedger,
      window,
      // A history leaves the order of transactions without an index open.
      rows: sortInOrder(
        pickTransactions(walletLedger.transactions, filter, window, timezone),
        TRANSACTION_ORDER,
      ),
    };
  }

  private bodyIn(walletLedger: WalletLedger): (transaction: WalletTransaction) => TransactionResponse {
    const results = this.results(walletLedger);
    return (transaction) =>
      toTransaction(transaction, walletLedger.tokenKeys, results?.get(transaction.id) ?? null);
  }

  /** Null while prices are out that may change them. */
  private results(walletLedger: WalletLedger) {
    return walletLedger.history.syncStatus.pricesPending ? null : this.views.results(walletLedger);
  }
}

async function* bodiesOf(reader: LedgerReader, pages: WholeList['pages']) {
  for await (const page of pages) yield await responsesOf(reader, page);
}

const file = ({ given }: Address, ending: string, type: string) => ({
  name: `transactions-${addressLabel(given)}.${ending}`,
  type,
});
