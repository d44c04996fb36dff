import { Injectable } from '@nestjs/common';
import { Config } from '../../../config/env';
import { packInTurns, unpackInTurns } from '../../../common/row-batches';
import { within } from '../../../domain/engine';
import type { Address } from '../../../domain/kernel/address';
import { formatMoney } from '../../../domain/kernel/units';
import { computeOrder } from '../../../http/compute-order';
import { reply } from '../../../http/reply';
import type { RequestContext } from '../../../http/request-context';
import { LedgerViews } from '../../../pipeline/ledger/ledger-views.service';
import { mapInTurns } from '../../../pipeline/in-turns';
import { WalletLedgerService } from '../../../pipeline/ledger/wallet-ledger.service';
import { Compute } from '../../../ports/work/compute';
import { toLimit, toSyncStatus } from '../../../presenters/sync-status.presenter';
import { TaxLedgerService, type TaxLedger } from '../tax-ledger.service';
import type { WashSalesQuery } from '../tax.dto';
import type { WashSaleResponse, WashSalesResponse } from '../tax.shapes.dto';
import { ownSales, task, type SimulationInput } from './simulated-wash-sales.task';
import { toWashSale } from './wash-sales.presenter';

/** A simulation reads the history of a wallet, which has up to 300,000 transactions. */
const SIMULATED_SLICES = 3_000_000;

type Listed = Pick<WashSalesResponse, 'is_approximate' | 'events'>;

/** Losses that the wash-sale rule disallows, or would disallow. A thread simulates the rule. */
@Injectable()
export class WashSalesService {
  constructor(
    private readonly taxLedgers: TaxLedgerService,
    private readonly ledgers: WalletLedgerService,
    private readonly views: LedgerViews,
    private readonly compute: Compute,
    private readonly config: Config,
  ) {}

  /**
   * Where the rule is off the sums are zero; what it would do is listed only on request.
   * @throws AppError PAYLOAD_TOO_LARGE above the limit of slices
   */
  async list(address: Address, query: WashSalesQuery, context: RequestContext) {
    const taxLedger = await this.taxLedgers.open(address, query, context);
    const enabled = this.config.ENABLE_WASH_SALES;
    const summary = this.views.taxSummary(taxLedger, query.tax_year);
    const listed =
      !enabled && query.simulate
        ? await this.simulated(taxLedger, query.tax_year, context)
        : await this.recorded(taxLedger, query.tax_year, context.signal);
    const data: WashSalesResponse = {
      address: address.given,
      enabled,
      wash_sale_count: summary.washSaleCount,
      wash_sale_disallowed: formatMoney(summary.washSaleDisallowed),
      ...listed,
    };
    const { history, window } = taxLedger;
    return reply(data, { meta: { ...toSyncStatus(history.syncStatus), ...toLimit(window) } });
  }

  /** Those of the wallet's own sales in the ledger of record that the plan shows. */
  of(taxLedger: TaxLedger, year: number | undefined, signal: AbortSignal): Promise<WashSaleResponse[]> {
    const { ledger, subject, window, tokenKeys } = taxLedger;
    const timezone = this.taxLedgers.timezoneOf(taxLedger);
    const isWithin = within({ wallet: subject.value, year, timezone });
    const sales = ownSales(ledger, isWithin, (id) => window.shows(id));
    return mapInTurns(sales, (sale) => toWashSale(sale, tokenKeys), signal);
  }

  private async recorded(
    taxLedger: TaxLedger,
    year: number | undefined,
    signal: AbortSignal,
  ): Promise<Listed> {
    const { isApproximate } = taxLedger.ledger;
    return { is_approximate: isApproximate, events: await this.of(taxLedger, year, signal) };
  }

  private async simulated(
    taxLedger: TaxLedger,
    year: number | undefined,
    context: RequestContext,
  ): Promise<Listed> {
    const { sales, isApproximate } = await this.compute.run(
      task,
      () => this.simulationOf(taxLedger, year, context.signal),
      computeOrder(context, taxLedger.history.valued.transactions.length),
    );
    return { is_approximate: isApproximate, events: await unpackInTurns<WashSaleResponse>(sales) };
  }

  private async simulationOf(
    taxLedger: TaxLedger,
    year: number | undefined,
    signal: AbortSignal,
  ): Promise<SimulationInput> {
    const { subject, tokenKeys, window, transactions } = taxLedger;
    const { groupOf: _groupOf, washSales: _washSales, ...options } = this.ledgers.recordOptions(taxLedger);
    const shown = (): string[] => transactions.filter(({ id }) => window.shows(id)).map(({ id }) => id);
    return {
      events: await packInTurns(await this.ledgers.events(taxLedger), signal),
      options: { ...options, maxSlices: SIMULATED_SLICES },
      tokenKeys,
      wallet: subject.value,
      year,
      shown: window.isLimited ? new Set(shown()) : null,
    };
  }
}
