import { Injectable } from '@nestjs/common';
import { breathe, inTurns } from '../../../common/turns';
import { Config } from '../../../config/env';
import { lineage, type Lineage, type Lot } from '../../../domain/engine';
import type { Address } from '../../../domain/kernel/address';
import { sortSliced } from '../../../domain/kernel/slices';
import { AppError } from '../../../domain/kernel/errors';
import { pageInOrder, paginate, type Order, type Page } from '../../../domain/kernel/page';
import type { PlanWindow } from '../../../domain/access/plan-window';
import {
  LOT_ORDERS,
  LOT_SORTS,
  lotTest,
  pickLots,
  type LotFilter,
} from '../../../domain/portfolio/lot-filter';
import type { TransferMatch } from '../../../domain/matching';
import { lotsInNeed } from '../../../domain/portfolio/needs/needs-basis';
import { pairDecisions } from '../../../domain/overlays/transfer-pairings';
import { transferSuggestions } from '../../../domain/portfolio/transfer-suggestions';
import { toSyncStatus, toLimit } from '../../../presenters/sync-status.presenter';
import { toDeposits } from '../../../presenters/holdings.presenter';
import type { LotResponse } from '../../../presenters/shapes.dto';
import { pagingOf, type Paging } from '../../../http/queries/cursor';
import { reply, type Reply } from '../../../http/reply';
import type { RequestContext } from '../../../http/request-context';
import { taxRules } from '../../../pipeline/policies';
import { ownersWindowOf, windowOf } from '../../../pipeline/ledger/plan-view';
import { LedgerViews } from '../../../pipeline/ledger/ledger-views.service';
import type { ReadyWalletLedger } from '../../../pipeline/ledger/wallet-ledger';
import { Snapshots } from '../../../pipeline/ledger/snapshots.service';
import { planLimit, transactionCap } from '../../../domain/access/plan-window';
import {
  keysOf,
  showsListed,
  type ListedLot,
  type WalletSnapshot,
} from '../../../domain/portfolio/snapshots/wallet-snapshot';
import type { SyncStatus } from '../../../domain/portfolio/sync-status';
import { toLot } from '../../../presenters/lots.presenter';
import { Clock } from '../../../ports/clock';
import { CallerLedgers } from '../caller-ledgers.service';
import { LotResponses } from './lot-responses.service';
import { toLineage, toNeedsBasis } from './lots-trace.presenter';
import type { LineageQuery, LotsQuery, NeedsBasisQuery } from './lots.dto';

/** Parts of a snapshot that a list of lots needs. */
const LISTED = ['openLots', 'deposits', 'transactionCount', 'windows', 'timezone'] as const;
type Listed = Pick<WalletSnapshot, (typeof LISTED)[number]>;

/** Lots of a wallet as stored; nothing here reads an upstream. */
@Injectable()
export class LotsService {
  constructor(
    private readonly callerLedgers: CallerLedgers,
    private readonly views: LedgerViews,
    private readonly lotResponses: LotResponses,
    private readonly snapshots: Snapshots,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  async list(address: Address, query: LotsQuery, context: RequestContext): Promise<Reply<LotResponse[]>> {
    const paging = pagingOf(query, `lots of ${address.value}`, LOT_ORDERS[query.sort].parts);
    const owned = await this.callerLedgers.owned(query.owned_wallets, context);
    const asked = this.callerLedgers.wholeBudget(context);
    const first = firstNeeded(query, paging, context);
    const found = await this.snapshots.stored(address, owned, asked, LISTED, first);
    const page =
      found.snapshot && this.fromSnapshot(found.snapshot, found.syncStatus, query, paging, context);
    if (page) return page;
    const walletLedger =
      found.walletLedger ?? (await this.callerLedgers.stored(address, query.owned_wallets, context));
    return this.listed(walletLedger, address, query, paging, context);
  }

  /** @returns null when the snapshot does not have the page */
  private fromSnapshot(
    snapshot: Listed,
    syncStatus: SyncStatus,
    query: LotsQuery,
    paging: Paging,
    { principal }: RequestContext,
  ): Reply<LotResponse[]> | null {
    const { deposits, transactionCount, timezone } = snapshot;
    const limit = planLimit(transactionCount, transactionCap(principal));
    const now = this.clock.now();
    const page = query.status === 'open' ? pageOfListed(snapshot, query, paging, limit, now) : null;
    if (page === null) return null;
    return reply(
      page.items.map(({ lot, tokenKey, rank }) =>
        toLot(lot, { tokenKey, rank, isPending: false }, now, timezone),
      ),
      {
        pagination: paging.paginationOf(page),
        meta: {
          ...toSyncStatus(syncStatus),
          ...toLimit(limit),
          ...toDeposits(deposits, keysOf(deposits)),
        },
      },
    );
  }

  private async listed(
    walletLedger: ReadyWalletLedger,
    address: Address,
    query: LotsQuery,
    paging: Paging,
    context: RequestContext,
  ): Promise<Reply<LotResponse[]>> {
    const window = windowOf(walletLedger, context.principal);
    const lots = pickLots(walletLedger.ledger, address.value, filterOf(query), {
      keys: walletLedger.tokenKeys,
      now: this.clock.now(),
      timezone: taxRules(this.config, walletLedger.history.valued).timezone,
    }).filter((lot) => window.showsLot(lot));
    await breathe();
    // Lots of one moment are in the order of their ids, which are computed here.
    const sorted = await inTurns(sortSliced(lots, LOT_SORTS[query.sort]), context.signal);
    const page = pageInOrder(sorted, paging.request, LOT_ORDERS[query.sort]);
    await breathe();
    return reply(await this.lotResponses.of(walletLedger, page.items), {
      pagination: paging.paginationOf(page),
      meta: {
        ...this.metaOf(walletLedger, window),
        ...toDeposits(this.views.deposits(walletLedger), walletLedger.tokenKeys),
      },
    });
  }

  /** Largest effect on gains first. */
  async needsBasis(address: Address, query: NeedsBasisQuery, context: RequestContext) {
    const walletLedger = await this.callerLedgers.stored(address, query.owned_wallets, context);
    const { ledger, tokenKeys, history } = walletLedger;
    const window = windowOf(walletLedger, context.principal);
    const wanted = query.symbol?.toLowerCase();
    const needs = lotsInNeed(ledger, address.value, walletLedger.transactions).filter(
      ({ lot }) =>
        window.showsLot(lot) &&
        (query.chain === undefined || lot.asset.chain === query.chain) &&
        (wanted === undefined ||
          lot.asset.symbol.toLowerCase() === wanted ||
          tokenKeys.get(lot.asset.id)?.toLowerCase() === wanted),
    );
    const page = paginate(needs, query.page, query.per_page);
    const { transactions, entries = [] } = history.valued;
    const suggestions = transferSuggestions(transactions, pairDecisions(entries));
    const shows = ownersWindowOf(walletLedger, window);
    const isShown = ({ out }: TransferMatch) => shows({ id: out.transactionId });
    return reply(
      page.items.map((need) => {
        const found = suggestions.get(need.lot.transactionId) ?? [];
        return toNeedsBasis(need, found.filter(isShown), tokenKeys);
      }),
      { pagination: page, meta: this.metaOf(walletLedger, window) },
    );
  }

  /** @throws AppError LOT_NOT_FOUND, also for a lot beyond the caller's plan */
  async lineage(address: Address, lotId: string, query: LineageQuery, context: RequestContext) {
    const walletLedger = await this.callerLedgers.stored(address, query.owned_wallets, context);
    const window = windowOf(walletLedger, context.principal);
    const { lots } = walletLedger.ledger;
    const trace = lineage(
      { lots, links: this.views.links(walletLedger) },
      lotId,
      query.direction,
      query.depth,
    );
    const start = trace.nodes.find(({ id }) => id === lotId);
    if (start && !window.showsLot(start)) throw new AppError('LOT_NOT_FOUND', toLimit(window));
    return reply(toLineage(withinPlan(trace, window), walletLedger.tokenKeys), {
      meta: this.metaOf(walletLedger, window),
    });
  }

  private metaOf({ history }: ReadyWalletLedger, window: PlanWindow): Record<string, unknown> {
    return { ...toSyncStatus(history.syncStatus), ...toLimit(window) };
  }
}

const filterOf = ({ symbol, chain, status, is_untracked, is_long_term }: LotsQuery): LotFilter => ({
  ...{ symbol, chain, status },
  isUntracked: is_untracked,
  isLongTerm: is_long_term,
});

/** @returns how many of the oldest open lots a page is taken from; undefined: any of them can be on it */
function firstNeeded(
  query: LotsQuery,
  { request: { page, perPage, after } }: Paging,
  { principal }: RequestContext,
): number | undefined {
  if (query.status !== 'open') return 0;
  const isBeginning = query.sort === 'date_asc' && after === null && transactionCap(principal) === null;
  return isBeginning && !isRestricted(filterOf(query)) ? page * perPage : undefined;
}

const isRestricted = ({ status: _, ...restrictions }: LotFilter): boolean =>
  Object.values(restrictions).some((given) => given !== undefined);

/**
 * A page of the open lots in a snapshot. When the snapshot has only the oldest lots, neither a filter, nor another
 * order, nor a plan that hides some can be applied.
 * @returns null when the snapshot does not have the page
 */
function pageOfListed(
  snapshot: Listed,
  query: LotsQuery,
  { request }: Paging,
  limit: Pick<PlanWindow, 'isLimited' | 'limit'>,
  now: number,
): Page<ListedLot> | null {
  const { first, total } = snapshot.openLots;
  const isShown = showsListed(snapshot, limit);
  if (isShown === null) return null;
  const filter = filterOf(query);
  const byLot: Order<Lot> = LOT_ORDERS[query.sort];
  const order: Order<ListedLot> = { ...byLot, positionOf: ({ lot }) => byLot.positionOf(lot) };
  if (first.length === total) {
    const isPicked = lotTest(filter, { now, timezone: snapshot.timezone });
    const compare = LOT_SORTS[query.sort];
    const picked = first
      .filter((listed) => isShown(listed) && isPicked(listed.lot, listed.tokenKey))
      .sort((a, b) => compare(a.lot, b.lot));
    return pageInOrder(picked, request, order);
  }
  if (isRestricted(filter) || limit.isLimited || query.sort !== 'date_asc') return null;
  const page = pageInOrder(first, request, order, total);
  const end = Math.min(request.page * request.perPage, total);
  const isKnown = request.after === null ? first.length >= end : page.items.length === request.perPage;
  return isKnown ? page : null;
}

/** Lots the plan does not show are left out; where one was, the trace states that it breaks off. */
function withinPlan(trace: Lineage, window: PlanWindow): Lineage {
  const nodes = trace.nodes.filter((lot) => window.showsLot(lot));
  if (nodes.length === trace.nodes.length) return trace;
  const shown = new Set(nodes.map(({ id }) => id));
  const isShown = (id: string | null) => id === null || shown.has(id);
  const cut = nodes.filter(({ parentId }) => !isShown(parentId));
  return {
    ...trace,
    isComplete: false,
    nodes,
    rootLotIds: trace.rootLotIds.filter(isShown),
    edges: trace.edges.filter(({ fromLotId, toLotId }) => isShown(fromLotId) && isShown(toLotId)),
    breaks: [
      ...trace.breaks.filter(({ lotId }) => isShown(lotId)),
      ...cut.map(({ id }) => ({ lotId: id, reason: 'Beyond the transactions of the plan' })),
    ],
  };
}
