import { Injectable } from '@nestjs/common';
import type { Address } from '../../../domain/kernel/address';
import { AppError } from '../../../domain/kernel/errors';
import { transactionCap } from '../../../domain/access/plan-window';
import { isIncomplete } from '../../../domain/portfolio/sync-status';
import { TRANSACTION_ORDER } from '../../../domain/portfolio/history-filter';
import { addressLabel, Download, exportHeaders } from '../../../http/response/download';
import { toSyncStatus, toLimit } from '../../../presenters/sync-status.presenter';
import { CHANGE_PARTS, changesMeta, refuseFilters } from '../../../http/queries/changes-query';
import { pagingOf } from '../../../http/queries/cursor';
import { toHistoryFilter } from '../../../http/queries/transaction-query';
import { reply } from '../../../http/reply';
import type { RequestContext } from '../../../http/request-context';
import { ListChangesService } from '../../../pipeline/changes/list-changes.service';
import type { LedgerReader, WholeList } from '../../../pipeline/ledger/reader/ledger-reader';
import type { LedgerTransaction } from '../../../ports/storage/ledgers/ledgers';
import { CallerLedgers } from '../caller-ledgers.service';
import { responsesOf } from './transaction-responses';
import { transactionsCsv } from './transactions.csv';
import { TransactionsQuery, type ExportQuery, type LegacyTransactionsQuery } from './transactions.dto';
import { transactionsJson } from './transactions-json.presenter';
import type { LegacyTransactionsResponse } from './transactions.shapes.dto';

/** The transactions of a wallet, as far as the plan of the caller shows them. */
@Injectable()
export class TransactionsService {
  constructor(
    private readonly callerLedgers: CallerLedgers,
    private readonly lists: ListChangesService,
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
    const reader = await this.callerLedgers.reader(address, query.owned_wallets, context);
    const { syncStatus } = reader;
    const cap = transactionCap(context.principal);
    const window = await reader.window(cap);
    const entriesOf = async (rows: readonly LedgerTransaction[]) =>
      (await responsesOf(reader, rows)).map((body) => [body.transaction_id, body] as [string, typeof body]);
    const list = {
      ...{ name, source: reader.source },
      variant: `${syncStatus.pricesPending} ${window.limit}`,
      async *pages() {
        const { pages } = await reader.allTransactions({ includeSpam: true }, cap);
        for await (const page of pages) yield await entriesOf(page);
      },
      withIds: async (ids: readonly string[]) => entriesOf(await reader.transactionsById(ids)),
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
}

async function* bodiesOf(reader: LedgerReader, pages: WholeList['pages']) {
  for await (const page of pages) yield await responsesOf(reader, page);
}

const file = ({ given }: Address, ending: string, type: string) => ({
  name: `transactions-${addressLabel(given)}.${ending}`,
  type,
});
