import { Injectable } from '@nestjs/common';
import { Config } from '../../../config/env';
import type { Lineage } from '../../../domain/engine';
import type { Address } from '../../../domain/kernel/address';
import { AppError } from '../../../domain/kernel/errors';
import type { PlanWindow } from '../../../domain/access/plan-window';
import { LOT_ORDERS, type LotFilter } from '../../../domain/portfolio/lot-filter';
import { toSyncStatus, toLimit } from '../../../presenters/sync-status.presenter';
import { toDeposits } from '../../../presenters/holdings.presenter';
import type { LotResponse } from '../../../presenters/shapes.dto';
import { pagingOf } from '../../../http/queries/cursor';
import { reply, type Reply } from '../../../http/reply';
import type { RequestContext } from '../../../http/request-context';
import { taxRules } from '../../../pipeline/policies';
import { transactionCap } from '../../../domain/access/plan-window';
import { keysOf } from '../../../domain/portfolio/snapshots/wallet-snapshot';
import { toLot } from '../../../presenters/lots.presenter';
import { Clock } from '../../../ports/clock';
import { CallerLedgers } from '../caller-ledgers.service';
import { toLineage, toNeedsBasis } from './lots-trace.presenter';
import type { LineageQuery, LotsQuery, NeedsBasisQuery } from './lots.dto';

/** Lots of a wallet as stored; nothing here reads an upstream. */
@Injectable()
export class LotsService {
  constructor(
    private readonly callerLedgers: CallerLedgers,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  async list(address: Address, query: LotsQuery, context: RequestContext): Promise<Reply<LotResponse[]>> {
    const paging = pagingOf(query, `lots of ${address.value}`, LOT_ORDERS[query.sort].parts);
    const reader = await this.callerLedgers.storedReader(address, query.owned_wallets, context);
    const cap = transactionCap(context.principal);
    const page = await reader.lots(filterOf(query), query.sort, cap, paging.request);
    const { timezone } = taxRules(this.config, reader.stated.history.valued);
    const deposits = reader.deposits();
    return reply(
      page.items.map(({ lot, ...known }) => toLot(lot, known, this.clock.now(), timezone)),
      {
        pagination: paging.paginationOf(page),
        meta: {
          ...toSyncStatus(reader.syncStatus),
          ...toLimit(await reader.window(cap)),
          ...toDeposits(deposits, keysOf(deposits)),
        },
      },
    );
  }

  /** Largest effect on gains first. */
  async needsBasis(address: Address, query: NeedsBasisQuery, context: RequestContext) {
    const reader = await this.callerLedgers.storedReader(address, query.owned_wallets, context);
    const cap = transactionCap(context.principal);
    const { chain, symbol, page: number, per_page: perPage } = query;
    const page = await reader.basisNeeds({ chain, symbol }, cap, { page: number, perPage });
    const tokenKeys = await reader.tokenKeys(page.items.map(({ lot }) => lot.asset.id));
    return reply(
      page.items.map((need) => toNeedsBasis(need, tokenKeys)),
      {
        pagination: page,
        meta: { ...toSyncStatus(reader.syncStatus), ...toLimit(await reader.window(cap)) },
      },
    );
  }

  /** @throws AppError LOT_NOT_FOUND, also for a lot beyond the caller's plan */
  async lineage(address: Address, lotId: string, query: LineageQuery, context: RequestContext) {
    const reader = await this.callerLedgers.storedReader(address, query.owned_wallets, context);
    const trace = await reader.lineage(lotId, query.direction, query.depth);
    const window = await reader.window(transactionCap(context.principal));
    const start = trace.nodes.find(({ id }) => id === lotId);
    if (start && !window.showsLot(start)) throw new AppError('LOT_NOT_FOUND', toLimit(window));
    const tokenKeys = await reader.tokenKeys(trace.nodes.map(({ asset }) => asset.id));
    return reply(toLineage(withinPlan(trace, window), tokenKeys), {
      meta: { ...toSyncStatus(reader.syncStatus), ...toLimit(window) },
    });
  }
}

const filterOf = ({ symbol, chain, status, is_untracked, is_long_term }: LotsQuery): LotFilter => ({
  ...{ symbol, chain, status },
  isUntracked: is_untracked,
  isLongTerm: is_long_term,
});

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
