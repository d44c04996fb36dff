import { Injectable } from '@nestjs/common';
import { Config } from '../../../config/env';
import {
  harvesting,
  valuingLots,
  type Lot,
  type Unrealized,
  type UnrealizedAsset,
} from '../../../domain/engine';
import { transactionCap } from '../../../domain/access/plan-window';
import { asUser } from '../../../domain/access/principal';
import type { Address } from '../../../domain/kernel/address';
import type { Asset } from '../../../domain/kernel/asset';
import { dec, type Decimal } from '../../../domain/kernel/decimal';
import { AppError } from '../../../domain/kernel/errors';
import { formatMoney } from '../../../domain/kernel/units';
import { assetGroup, choicesOf, type WalletTransaction } from '../../../domain/chain';
import { toDisposal } from '../../../presenters/disposals.presenter';
import { toHistoryGaps, toLimit, toSyncStatus } from '../../../presenters/sync-status.presenter';
import { toIncome } from '../../../presenters/income.presenter';
import { toLot } from '../../../presenters/lots.presenter';
import type { LotResponse } from '../../../presenters/shapes.dto';
import { toTaxSummary } from '../../../presenters/tax-summary.presenter';
import { reply, type Reply } from '../../../http/reply';
import type { RequestContext } from '../../../http/request-context';
import { breathe, inTurns, mapInTurns } from '../../../common/turns';
import {
  OnChainBalancesService,
  type BalanceCheck,
} from '../../../pipeline/valuation/on-chain-balances.service';
import { ValuationService } from '../../../pipeline/valuation/valuation.service';
import { lineageScope } from '../../../pipeline/ledger/lineage-scope';
import type { LedgerReader, ListedLotRow } from '../../../pipeline/ledger/reader/ledger-reader';
import { LedgerViews } from '../../../pipeline/ledger/ledger-views.service';
import { Clock } from '../../../ports/clock';
import { LineageStore } from '../../../ports/storage/lineage-store';
import { toHarvest } from './harvest.presenter';
import { toReconciliation } from './reconciliation.presenter';
import { TaxLedgerService, type TaxLedger, type WholeTaxLedger } from '../tax-ledger.service';
import { WashSalesService } from '../wash-sales/wash-sales.service';
import type {
  HarvestQuery,
  AllLotsQuery,
  TaxReportQuery,
  TaxSummaryQuery,
  UnrealizedQuery,
} from '../tax.dto';
import type { LotsResponse, ReconciliationResponse, TaxReportResponse } from '../tax.shapes.dto';
import { toUnrealized } from './unrealized.presenter';

/** Wallet -> the answers of the calculation family. Sums are of everything; a plan cuts only lists. */
@Injectable()
export class CalculateService {
  constructor(
    private readonly taxLedgers: TaxLedgerService,
    private readonly views: LedgerViews,
    private readonly valuation: ValuationService,
    private readonly onChain: OnChainBalancesService,
    private readonly lineage: LineageStore,
    private readonly washSales: WashSalesService,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /** @throws AppError UNAUTHORIZED when an anonymous caller wants something kept */
  async taxSummary(address: Address, query: TaxSummaryQuery, context: RequestContext) {
    if (query.persist_lineage && context.principal.kind === 'anonymous') throw new AppError('UNAUTHORIZED');
    const year = query.tax_year ?? null;
    if (query.persist_lineage) {
      // What is kept is that of the ledger of record, not that of the zone of one answer.
      const { timezone: _, ...ofRecord } = query;
      const recorded = await this.taxLedgers.whole(address, ofRecord, context);
      await this.persistLineage(recorded, asUser(context.principal)?.userId);
    }
    const { summary, syncStatus } = await this.taxLedgers.summary(address, query, year, context);
    return reply(toTaxSummary(address.given, year, summary, toHistoryGaps(syncStatus, query.tax_year)), {
      meta: toSyncStatus(syncStatus),
    });
  }

  async taxReport(address: Address, query: TaxReportQuery, context: RequestContext) {
    const taxLedger = await this.taxLedgers.whole(address, query, context);
    const { year, tokenKeys, reader } = taxLedger;
    const { signal } = context;
    const data: TaxReportResponse = {
      address: address.given,
      tax_year: year,
      tax_summary: toTaxSummary(
        address.given,
        year,
        await reader.taxSummary(year),
        toHistoryGaps(taxLedger.history.syncStatus, year),
      ),
      disposals: await mapInTurns(
        await this.taxLedgers.disposals(taxLedger),
        (disposal) => toDisposal(disposal, tokenKeys),
        signal,
      ),
      income_events: await mapInTurns(
        this.taxLedgers.income(taxLedger),
        (income) => toIncome(income, tokenKeys),
        signal,
      ),
      lots: query.include_lots ? await this.allLots(taxLedger, signal) : [],
      wash_sales: await this.washSales.of(taxLedger, year, signal),
      reconciliation: await this.reconciliationOf(address, taxLedger),
      assumptions: this.taxLedgers.assumptionsOf(taxLedger),
    };
    return reply(data, { meta: metaOf(taxLedger) });
  }

  async lots(address: Address, query: AllLotsQuery, context: RequestContext): Promise<Reply<LotsResponse>> {
    const reader = await this.taxLedgers.reader(address, query, context);
    const cap = transactionCap(context.principal);
    const { status, page: number, limit: perPage } = query;
    const { items, page, total } = await reader.openFirst(status, cap, { page: number, perPage });
    const bodies = await this.lotBodies(reader, items, context.signal);
    const data = { address: address.given, lots: bodies, page, limit: perPage, total };
    return reply(data, {
      meta: { ...toSyncStatus(reader.syncStatus), ...toLimit(await reader.window(cap)) },
    });
  }

  async unrealized(address: Address, query: UnrealizedQuery, context: RequestContext) {
    const taxLedger = await this.taxLedgers.whole(address, query, context);
    const { report, pricesPending } = await this.valued(taxLedger, context);
    const { min_value: least } = query;
    const listing = {
      showsLot: (lot: Lot) => taxLedger.window.showsLot(lot),
      showsAsset: ({ value }: UnrealizedAsset) => least === undefined || least.lte(formatMoney(value)),
    };
    const data = toUnrealized(report, taxLedger.tokenKeys, listing);
    return reply(data, { meta: metaOf(taxLedger, pricesPending) });
  }

  async reconciliation(address: Address, owned: readonly Address[], context: RequestContext) {
    const taxLedger = await this.taxLedgers.whole(address, { owned_wallets: owned }, context);
    const balances = await this.onChain.check(taxLedger, this.taxLedgers.budget(context));
    const data = await this.reconciliationOf(address, taxLedger, balances);
    return reply(data, { meta: metaOf(taxLedger) });
  }

  async harvest(address: Address, query: HarvestQuery, context: RequestContext) {
    const taxLedger = await this.taxLedgers.whole(address, query, context);
    const { priceOf, pricesPending } = await this.valued(taxLedger, context);
    const asOf = this.clock.now();
    const options = {
      asOf,
      timezone: this.taxLedgers.timezoneOf(taxLedger),
      wallet: taxLedger.subject.value,
      groupOf: assetGroup,
    };
    const { opportunities } = await inTurns(harvesting(taxLedger.ledger, priceOf, options), context.signal);
    const { min_loss: least, term, limit } = query;
    const chosen = opportunities.filter(
      ({ loss, isLongTerm }) =>
        (least === undefined || least.lte(formatMoney(loss))) &&
        (term === 'all' || isLongTerm === (term === 'long')),
    );
    const thisYear = await taxLedger.reader.taxSummary(taxLedger.year);
    const data = toHarvest({
      address: address.given,
      asOf,
      chosen,
      listed: chosen.filter(({ lot }) => taxLedger.window.showsLot(lot)).slice(0, limit),
      tokenKeys: taxLedger.tokenKeys,
      thisYear,
      washSales: this.config.ENABLE_WASH_SALES,
    });
    return reply(data, { meta: metaOf(taxLedger, pricesPending) });
  }

  /** Open lots of the wallet at current prices. */
  private async valued(
    taxLedger: WholeTaxLedger,
    context: RequestContext,
  ): Promise<{ report: Unrealized; priceOf: (asset: Asset) => Decimal | null; pricesPending: boolean }> {
    const { holdings, pricesPending } = await this.valuation.of(taxLedger, this.taxLedgers.budget(context));
    const prices = new Map(
      holdings.flatMap(({ asset, price }) => (price ? [[asset.id, dec(price.usd)] as const] : [])),
    );
    const priceOf = ({ id }: Asset): Decimal | null => prices.get(id) ?? null;
    const lots = this.views.positions(taxLedger).flatMap((position) => position.lots);
    return { report: await inTurns(valuingLots(lots, priceOf)), priceOf, pricesPending };
  }

  /** Links of all wallets of the owner: lots travel between them. */
  private async persistLineage(taxLedger: WholeTaxLedger, userId: string | undefined): Promise<void> {
    const { unavailable, truncated, incomplete } = taxLedger.history.syncStatus;
    const isWhole = unavailable.length === 0 && !truncated && !incomplete;
    const scope = lineageScope(taxLedger.history, userId);
    await this.lineage.save(scope, this.views.links(taxLedger), isWhole, this.clock.now());
  }

  /** @param balances what chains were asked about; a report that asks none lists none */
  async reconciliationOf(
    address: Address,
    taxLedger: WholeTaxLedger,
    balances: readonly BalanceCheck[] = [],
  ): Promise<ReconciliationResponse> {
    const { ledger, tokenKeys, transactions, history, window } = taxLedger;
    const { truncated, incomplete } = history.syncStatus;
    await this.views.reconcile(taxLedger);
    const report = this.views.reconciliation(taxLedger);
    await breathe();
    const unmatched = this.views.unmatched(taxLedger, window);
    await breathe();
    // The other end of a trade can have joined a transaction.
    const byId = new Map(transactions.map((tx) => [tx.id, tx]));
    const withChoices = <T extends { tx: WalletTransaction }>(end: T) => ({
      ...end,
      choices: choicesOf(byId.get(end.tx.id) ?? end.tx),
    });
    return toReconciliation(report, {
      address: address.given,
      assets: ledger.assets,
      tokenKeys,
      balances,
      lostDecisions: this.views.lostDecisions(taxLedger),
      unmatched: { count: unmatched.count, listed: unmatched.listed.map(withChoices) },
      held: this.views
        .held(taxLedger)
        .filter(({ leg }) => leg.direction === 'out')
        .map(withChoices),
      transactions: transactions.length,
      truncated: truncated || incomplete,
      shows: ({ transactionId, at }) => window.showsLot({ transactionId, receivedAt: at }),
      now: this.clock.now(),
    });
  }

  /** Every lot of the wallet that the plan shows. */
  async allLots({ reader, window }: TaxLedger, signal: AbortSignal): Promise<LotResponse[]> {
    const { items } = await reader.openFirst('all', window.limit, { page: 1, perPage: EVERY });
    return this.lotBodies(reader, items, signal);
  }

  private async lotBodies(
    reader: LedgerReader,
    rows: readonly ListedLotRow[],
    signal: AbortSignal,
  ): Promise<LotResponse[]> {
    const now = this.clock.now();
    const timezone = this.taxLedgers.timezoneOf(reader.stated);
    return mapInTurns(rows, ({ lot, ...known }) => toLot(lot, known, now, timezone), signal);
  }
}

/** More than a ledger has. */
const EVERY = 1_000_000_000;

const syncStatusOf = ({ history }: TaxLedger, currentPricesPending = false) =>
  toSyncStatus(history.syncStatus, currentPricesPending);

/** Beside lists: how far the plan cuts them. */
const metaOf = (taxLedger: TaxLedger, currentPricesPending = false) => ({
  ...syncStatusOf(taxLedger, currentPricesPending),
  ...toLimit(taxLedger.window),
});
