import { Injectable } from '@nestjs/common';
import { Config } from '../../../config/env';
import { harvesting, valuingLots, type Lot, type UnrealizedAsset } from '../../../domain/engine';
import { transactionCap, type PlanWindow } from '../../../domain/access/plan-window';
import { asUser, checkRole } from '../../../domain/access/principal';
import type { Address } from '../../../domain/kernel/address';
import type { Asset } from '../../../domain/kernel/asset';
import { dec, type Decimal } from '../../../domain/kernel/decimal';
import { AppError } from '../../../domain/kernel/errors';
import { formatMoney } from '../../../domain/kernel/units';
import type { CheckedWallet } from '../../../domain/portfolio/snapshots/wallet-checks';
import { assetGroup } from '../../../domain/chain';
import { toDisposal } from '../../../presenters/disposals.presenter';
import { toHistoryGaps, toLimit, toSyncStatus } from '../../../presenters/sync-status.presenter';
import { toIncome } from '../../../presenters/income.presenter';
import { toLot } from '../../../presenters/lots.presenter';
import type { LotResponse } from '../../../presenters/shapes.dto';
import { toTaxSummary } from '../../../presenters/tax-summary.presenter';
import { reply, type Reply } from '../../../http/reply';
import type { RequestContext } from '../../../http/request-context';
import { inTurns, mapInTurns } from '../../../common/turns';
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
      checkRole(asUser(context.principal)?.space, 'report');
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
    const taxLedger = await this.taxLedgers.open(address, query, context, ['checks', 'reconciliation']);
    const { year, tokenKeys, reader, window } = taxLedger;
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
      reconciliation: await this.reconciliationOf(address, reader, await reader.checks(window.limit)),
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
    const reader = await this.taxLedgers.reader(address, query, context);
    const lots = await reader.openLots('subject');
    const { priceOf, pricesPending } = await this.pricesOf(reader, lots, context);
    const report = await inTurns(valuingLots(lots, priceOf), context.signal);
    const window = await reader.window(transactionCap(context.principal));
    const { min_value: least } = query;
    const listing = {
      showsLot: (lot: Lot) => window.showsLot(lot),
      showsAsset: ({ value }: UnrealizedAsset) => least === undefined || least.lte(formatMoney(value)),
    };
    const data = toUnrealized(report, await reader.tokenKeys(lots.map(({ asset }) => asset.id)), listing);
    return reply(data, { meta: metaBeside(reader, window, pricesPending) });
  }

  async reconciliation(address: Address, owned: readonly Address[], context: RequestContext) {
    const reader = await this.taxLedgers.reader(address, { owned_wallets: owned }, context, CHECKED);
    const window = await reader.window(transactionCap(context.principal));
    const checked = await reader.checks(window.limit);
    const balances = await this.onChain.check(await reader.balances(), this.taxLedgers.budget(context));
    const data = await this.reconciliationOf(address, reader, checked, balances);
    return reply(data, { meta: metaBeside(reader, window) });
  }

  async harvest(address: Address, query: HarvestQuery, context: RequestContext) {
    const reader = await this.taxLedgers.reader(address, query, context);
    const { value: wallet } = reader.subject;
    // A purchase in any wallet of the owner replaces units that are sold.
    const lots = await reader.openLots('owner');
    const own = lots.filter((lot) => lot.wallet === wallet);
    const { priceOf, pricesPending } = await this.pricesOf(reader, own, context);
    const asOf = this.clock.now();
    const timezone = this.taxLedgers.timezoneOf(reader.stated);
    const options = { asOf, timezone, wallet, groupOf: assetGroup };
    const { opportunities } = await inTurns(harvesting({ lots }, priceOf, options), context.signal);
    const { min_loss: least, term, limit } = query;
    const chosen = opportunities.filter(
      ({ loss, isLongTerm }) =>
        (least === undefined || least.lte(formatMoney(loss))) &&
        (term === 'all' || isLongTerm === (term === 'long')),
    );
    const window = await reader.window(transactionCap(context.principal));
    const data = toHarvest({
      address: address.given,
      asOf,
      chosen,
      listed: chosen.filter(({ lot }) => window.showsLot(lot)).slice(0, limit),
      tokenKeys: await reader.tokenKeys(chosen.map(({ lot }) => lot.asset.id)),
      thisYear: await reader.taxSummary(this.taxLedgers.currentYearOf(reader.stated)),
      washSales: this.config.ENABLE_WASH_SALES,
    });
    return reply(data, { meta: metaBeside(reader, window, pricesPending) });
  }

  /** Current prices of the assets of some lots of the wallet. */
  private async pricesOf(reader: LedgerReader, lots: readonly Lot[], context: RequestContext) {
    const held = new Map(lots.map(({ asset }) => [asset.id, asset]));
    const assets = [...held.values(), ...reader.deposits().map(({ asset }) => asset)];
    const current = await this.valuation.pricesOf(reader.subject, assets, this.taxLedgers.budget(context));
    const priceOf = ({ id }: Asset): Decimal | null => {
      const price = held.has(id) ? current.prices.get(id) : undefined;
      return price ? dec(price.usd) : null;
    };
    return { priceOf, pricesPending: assets.some(({ id }) => current.unanswered.has(id)) };
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
    reader: LedgerReader,
    checked: CheckedWallet,
    balances: readonly BalanceCheck[] = [],
  ): Promise<ReconciliationResponse> {
    const { unavailable, truncated, incomplete } = reader.syncStatus;
    // A chain that cannot be read now has lost no decision.
    const unread = new Set<string>(unavailable.map(({ chain }) => chain));
    const lostDecisions = checked.lostDecisions.filter(({ chain }) => !unread.has(chain));
    const { unmatched, held, assets } = checked;
    const ends = [...unmatched.listed, ...unmatched.listed.flatMap((one) => one.candidates), ...held.listed];
    const ids = [...ends.map(({ leg }) => leg.asset.id), ...balances.map(({ asset }) => asset.id)];
    return toReconciliation(
      { ...checked, lostDecisions },
      {
        address: address.given,
        tokenKeys: await reader.tokenKeys([...assets.keys(), ...ids]),
        balances,
        truncated: truncated || incomplete,
        now: this.clock.now(),
      },
    );
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

/** Parts of a snapshot that a reconciliation reads. */
const CHECKED = ['checks', 'reconciliation', 'positions'] as const;
/** More than a ledger has. */
const EVERY = 1_000_000_000;

/** Beside lists: how far the plan cuts them. */
const metaBeside = ({ syncStatus }: LedgerReader, window: PlanWindow, currentPricesPending = false) => ({
  ...toSyncStatus(syncStatus, currentPricesPending),
  ...toLimit(window),
});

const metaOf = ({ reader, window }: TaxLedger) => metaBeside(reader, window);
