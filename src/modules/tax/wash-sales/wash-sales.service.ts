import { Injectable } from '@nestjs/common';
import { Config } from '../../../config/env';
import { packInTurns } from '../../../common/row-batches';
import { inTurns, mapInTurns } from '../../../common/turns';
import { recordingDisposals, within } from '../../../domain/engine';
import type { Address } from '../../../domain/kernel/address';
import { formatMoney } from '../../../domain/kernel/units';
import { computeOrder } from '../../../http/compute-order';
import { JsonBody, reply, type Reply } from '../../../http/reply';
import type { RequestContext } from '../../../http/request-context';
import { LedgerViews } from '../../../pipeline/ledger/ledger-views.service';
import { WalletLedgerService } from '../../../pipeline/ledger/wallet-ledger.service';
import { Compute } from '../../../ports/work/compute';
import { toLimit, toSyncStatus } from '../../../presenters/sync-status.presenter';
import { TaxLedgerService, type TaxLedger } from '../tax-ledger.service';
import type { WashSalesQuery } from '../tax.dto';
import type { WashSaleResponse, WashSalesResponse } from '../tax.shapes.dto';
import { ownSales, task, type Simulation, type SimulationInput } from './simulated-wash-sales.task';
import { toWashSale } from './wash-sales.presenter';

/** A simulation reads the history of a wallet, which has up to 300,000 transactions. */
const SIMULATED_SLICES = 3_000_000;

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
  async list(
    address: Address,
    query: WashSalesQuery,
    context: RequestContext,
  ): Promise<Reply<WashSalesResponse> | JsonBody> {
    const taxLedger = await this.taxLedgers.open(address, query, context);
    const enabled = this.config.ENABLE_WASH_SALES;
    const summary = await this.views.taxSummary(taxLedger, query.tax_year);
    const sums = {
      address: address.given,
      enabled,
      wash_sale_count: summary.washSaleCount,
      wash_sale_disallowed: formatMoney(summary.washSaleDisallowed),
    };
    const { history, window } = taxLedger;
    const meta = { ...toSyncStatus(history.syncStatus), ...toLimit(window) };
    if (!enabled && query.simulate) {
      const { json, isApproximate } = await this.simulated(taxLedger, query.tax_year, context);
      return withEvents({ ...sums, is_approximate: isApproximate }, json, meta);
    }
    const events = await this.of(taxLedger, query.tax_year, context.signal);
    return reply({ ...sums, is_approximate: taxLedger.ledger.isApproximate, events }, { meta });
  }

  /** Those of the wallet's own sales in the ledger of record that the plan shows. */
  async of(taxLedger: TaxLedger, year: number | undefined, signal: AbortSignal): Promise<WashSaleResponse[]> {
    const { ledger, subject, window, tokenKeys } = taxLedger;
    const timezone = this.taxLedgers.timezoneOf(taxLedger);
    const isWithin = within({ wallet: subject.value, year, timezone });
    if (ledger.washSales.length > 0) await inTurns(recordingDisposals(ledger), signal);
    const sales = ownSales(ledger, isWithin, (id) => window.shows(id));
    return mapInTurns(sales, (sale) => toWashSale(sale, tokenKeys), signal);
  }

  private simulated(
    taxLedger: TaxLedger,
    year: number | undefined,
    context: RequestContext,
  ): Promise<Simulation> {
    return this.compute.run(
      task,
      () => this.simulationOf(taxLedger, year, context.signal),
      computeOrder(context, taxLedger.history.valued.transactions.length),
    );
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

/** The answer with a list that the thread has written: writing 25,000 events delays others by a tenth of a second. */
function withEvents(data: Omit<WashSalesResponse, 'events'>, events: Uint8Array, meta: object): JsonBody {
  const further = JSON.stringify(meta).slice(1);
  return new JsonBody([
    Buffer.from(`${JSON.stringify(data).slice(0, -1)},"events":`),
    events,
    Buffer.from(further === '}' ? further : `,${further}`),
  ]);
}
