import { Injectable } from '@nestjs/common';
import { Config } from '../../../config/env';
import { packInTurns } from '../../../common/row-batches';
import { mapInTurns } from '../../../common/turns';
import { within } from '../../../domain/engine';
import { transactionCap } from '../../../domain/access/plan-window';
import type { Address } from '../../../domain/kernel/address';
import { yearBounds } from '../../../domain/kernel/calendar';
import { formatMoney } from '../../../domain/kernel/units';
import { computeOrder } from '../../../http/compute-order';
import { withCompleteness } from '../../../http/answers/completeness';
import { JsonBody, reply, type Reply } from '../../../http/reply';
import type { RequestContext } from '../../../http/request-context';
import { WalletLedgerService } from '../../../pipeline/ledger/wallet-ledger.service';
import { Compute } from '../../../ports/work/compute';
import { toLimit, toSyncStatus } from '../../../presenters/sync-status.presenter';
import { TaxLedgerService, type TaxLedger, type WholeTaxLedger } from '../tax-ledger.service';
import type { WashSalesQuery } from '../tax.dto';
import type { WashSaleResponse, WashSalesResponse } from '../tax.shapes.dto';
import { ownSales, task, type Simulation, type SimulationInput } from './simulated-wash-sales.task';
import { toWashSale } from './wash-sales.presenter';

/** A simulation reads the history of a wallet, which has up to 300,000 transactions. */
const SIMULATED_SLICES = 3_000_000;

const ALWAYS = { from: -Infinity, until: Infinity };

/** Losses that the wash-sale rule disallows, or would disallow. A thread simulates the rule. */
@Injectable()
export class WashSalesService {
  constructor(
    private readonly taxLedgers: TaxLedgerService,
    private readonly ledgers: WalletLedgerService,
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
    const enabled = this.config.ENABLE_WASH_SALES;
    const whole = !enabled && query.simulate ? await this.taxLedgers.whole(address, query, context) : null;
    const reader = whole?.reader ?? (await this.taxLedgers.reader(address, query, context));
    const year = query.tax_year ?? null;
    const summary = await reader.taxSummary(year);
    const sums = {
      address: address.given,
      enabled,
      wash_sale_count: summary.washSaleCount,
      wash_sale_disallowed: formatMoney(summary.washSaleDisallowed),
    };
    const window = await reader.window(transactionCap(context.principal));
    const meta = { ...toSyncStatus(reader.syncStatus), ...toLimit(window) };
    if (whole) {
      const { json, isApproximate } = await this.simulated(whole, query.tax_year, context);
      return withEvents({ ...sums, is_approximate: isApproximate }, json, withCompleteness(meta));
    }
    const events = await this.of({ reader, window }, year, context.signal);
    return reply({ ...sums, is_approximate: reader.isApproximate, events }, { meta });
  }

  /** Those of the wallet's own sales in a year, or in all (null), that the plan shows. */
  async of(
    { reader, window }: Pick<TaxLedger, 'reader' | 'window'>,
    year: number | null,
    signal: AbortSignal,
  ): Promise<WashSaleResponse[]> {
    const timezone = this.taxLedgers.timezoneOf(reader.stated);
    const period = year === null ? ALWAYS : yearBounds(year, timezone);
    const washed = await reader.washed(period);
    const isWithin = within({ wallet: reader.subject.value, year: year ?? undefined, timezone });
    const sales = ownSales(washed, isWithin, (id) => window.shows(id));
    const tokenKeys = await reader.tokenKeys(sales.map(({ asset }) => asset.id));
    return mapInTurns(sales, (sale) => toWashSale(sale, tokenKeys), signal);
  }

  private simulated(
    taxLedger: WholeTaxLedger,
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
    taxLedger: WholeTaxLedger,
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
