import { Injectable } from '@nestjs/common';
import {
  rankLots,
  reconcile,
  replay,
  taxSummary,
  unrealized,
  within,
  type Ledger,
  type Lot,
  type MethodName,
  type ReplayOptions,
} from '../../../domain/engine';
import { parseAddress } from '../../../domain/kernel/address';
import { tokenKeys, tokenKeyOf } from '../../../domain/kernel/asset';
import { AppError } from '../../../domain/kernel/errors';
import { postedEvents, postedPrices, withOwnTransfers, type PostedRow } from '../../../domain/posted';
import { toDisposal } from '../../../presenters/disposals.presenter';
import { toSyncStatus, toLimit } from '../../../presenters/sync-status.presenter';
import { toIncome } from '../../../presenters/income.presenter';
import { toLot } from '../../../presenters/lots.presenter';
import type { LotResponse } from '../../../presenters/shapes.dto';
import { toTaxSummary } from '../../../presenters/tax-summary.presenter';
import { reply, type Reply } from '../../../http/reply';
import type { RequestContext } from '../../../http/request-context';
import { breathe } from '../../../config/turns';
import { mapInTurns } from '../../../pipeline/in-turns';
import { LedgerViews } from '../../../pipeline/ledger/ledger-views.service';
import { WalletLedgerService } from '../../../pipeline/ledger/wallet-ledger.service';
import { Clock } from '../../../ports/clock';
import { Metrics } from '../../../ports/metrics';
import type { CostBasisRequest, UnrealizedRequest } from './posted.dto';
import { toReconciliation } from './reconciliation.presenter';
import { openFirst, TaxLedgerService } from '../tax-ledger.service';
import type { PostedCostBasisResponse, UnrealizedResponse } from '../tax.shapes.dto';
import { EVERYTHING, toUnrealized } from './unrealized.presenter';
import { toWashSale } from './wash-sales.presenter';

/** How both requests state that their rows are to be read. */
type Posted = Pick<CostBasisRequest, 'owned_wallets'> & Partial<Pick<CostBasisRequest, 'lot_selections'>>;

/** A ledger without a label of its own. */
const UNLABELLED = '';

/** Ledgers sent in a body. No plan cuts them: they are the caller's own. */
@Injectable()
export class PostedService {
  constructor(
    private readonly taxLedgers: TaxLedgerService,
    private readonly ledgers: WalletLedgerService,
    private readonly views: LedgerViews,
    private readonly clock: Clock,
    private readonly metrics: Metrics,
  ) {}

  /** @throws AppError INVALID_REQUEST for a lot selection that cannot be applied */
  async costBasis(request: CostBasisRequest, { signal }: RequestContext): Promise<PostedCostBasisResponse> {
    const { transactions, tax_year: year, method, address = UNLABELLED } = request;
    refuseStraySelections(request);
    const ledger = await this.replayed(request, transactions, this.options(method));
    await breathe();
    signal.throwIfAborted();
    const filter = { year, timezone: this.taxLedgers.timezone };
    const keys = tokenKeys(ledger.assets.values());
    const isWithin = within(filter);
    const disposals = ledger.disposals.filter(({ wallet, disposedAt }) => isWithin(wallet, disposedAt));
    const income = ledger.income.filter(({ wallet, receivedAt }) => isWithin(wallet, receivedAt));
    return {
      method,
      summary: toTaxSummary(address, year ?? null, taxSummary(ledger, filter)),
      lots: await this.lotsOf(ledger, keys, method, signal),
      disposals: await mapInTurns(disposals, (disposal) => toDisposal(disposal, keys), signal),
      income_events: await mapInTurns(income, (receipt) => toIncome(receipt, keys), signal),
      wash_sales: ledger.washSales
        .filter(({ disposedAt }) => isWithin('', disposedAt))
        .map((sale) => toWashSale(sale, keys)),
      reconciliation: toReconciliation(reconcile(ledger, {}), {
        address,
        assets: ledger.assets,
        tokenKeys: keys,
        balances: [],
        lostDecisions: [],
        transactions: transactions.length,
        truncated: false,
        now: this.clock.now(),
      }),
      assumptions: this.taxLedgers.assumptions(this.options(method)),
    };
  }

  /**
   * Posted transactions win over an address, which then only labels them.
   * @throws AppError INVALID_REQUEST when neither is given
   */
  async unrealized(request: UnrealizedRequest, context: RequestContext): Promise<Reply<UnrealizedResponse>> {
    const { transactions, current_prices: prices } = request;
    if (!transactions) return this.unrealizedOf(request, context);
    const ledger = await this.replayed(request, transactions, this.options('fifo'));
    const keys = tokenKeys(ledger.assets.values());
    return reply(toUnrealized(unrealized(ledger.lots, postedPrices(prices, keys)), keys));
  }

  private async unrealizedOf(
    { address, owned_wallets: owned, current_prices: prices }: UnrealizedRequest,
    context: RequestContext,
  ): Promise<Reply<UnrealizedResponse>> {
    if (address === undefined)
      throw new AppError('INVALID_REQUEST', undefined, {
        message: 'Either transactions or address must be given',
      });
    const taxLedger = await this.taxLedgers.open(parseAddress(address), owned, context);
    const { tokenKeys: keys, window, history } = taxLedger;
    const lots = this.views.positions(taxLedger).flatMap((position) => position.lots);
    const listing = { ...EVERYTHING, showsLot: (lot: Lot) => window.showsLot(lot) };
    const data = toUnrealized(unrealized(lots, postedPrices(prices, keys)), keys, listing);
    return reply(data, { meta: { ...toSyncStatus(history.syncStatus), ...toLimit(window) } });
  }

  private lotsOf(
    ledger: Ledger,
    keys: ReadonlyMap<string, string>,
    method: MethodName,
    signal: AbortSignal,
  ): Promise<LotResponse[]> {
    const ranks = rankLots(ledger.lots, method);
    const now = this.clock.now();
    const bodyOf = (lot: Lot): LotResponse => {
      const tokenKey = tokenKeyOf(keys, lot.asset);
      const context = { tokenKey, rank: ranks.get(lot.id) ?? 0, isPending: false };
      return toLot(lot, context, now, this.taxLedgers.timezone);
    };
    return mapInTurns(openFirst(ledger.lots), bodyOf, signal);
  }

  private options(method: MethodName): ReplayOptions {
    return { ...this.ledgers.options, method };
  }

  /** Long ledgers are read, computed and reported in turns. */
  private async replayed(
    { owned_wallets: owned, lot_selections: selections }: Posted,
    rows: readonly PostedRow[],
    options: ReplayOptions,
  ): Promise<Ledger> {
    try {
      await breathe();
      const wallets = new Set(owned.map(({ value }) => value));
      const events = postedEvents(withOwnTransfers(rows, wallets), selections);
      await breathe();
      const beganAt = performance.now();
      const ledger = replay(events, options);
      const seconds = (performance.now() - beganAt) / 1_000;
      this.metrics.observe('cost_basis_engine_seconds', seconds, { of: 'posted' });
      return ledger;
    } catch (error) {
      // One row checked against another: no single field is wrong.
      if (!(error instanceof AppError) || error.code !== 'VALIDATION_ERROR') throw error;
      throw new AppError('INVALID_REQUEST', error.details, { message: `${error.field}: ${error.message}` });
    }
  }
}

/** A choice of lots for a transaction that is not there would be lost without a word. */
function refuseStraySelections({ transactions, lot_selections: selections }: CostBasisRequest): void {
  if (selections.size === 0) return;
  const ids = new Set(transactions.map(({ id }) => id));
  for (const id of selections.keys())
    if (!ids.has(id))
      throw new AppError('INVALID_REQUEST', undefined, {
        message: `lot_selections: No transaction has the id ${id.slice(0, 200)}`,
      });
}
