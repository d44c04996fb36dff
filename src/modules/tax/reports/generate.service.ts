import { Injectable } from '@nestjs/common';
import { ENGINE_VERSION } from '../../../domain/engine';
import { filingFigures, type FilingScope } from '../../../domain/filing';
import { rowsOf, schedule1, type Form8949, type Schedule1 } from '../../../domain/forms';
import type { JobFile } from '../../../domain/jobs/job-file';
import { type UserJob } from '../../../domain/jobs/user-job';
import { parseAddress, type Address } from '../../../domain/kernel/address';
import { AppError } from '../../../domain/kernel/errors';
import { sha256Hex } from '../../../domain/kernel/hash';
import { formatMoney } from '../../../domain/kernel/units';
import { transactionCap } from '../../../domain/access/plan-window';
import { inputHash } from '../../../domain/portfolio/input-hash';
import { toFiling } from '../../../presenters/filing/filing.presenter';
import { toForm8949 } from '../../../presenters/form-8949.presenter';
import { toSyncStatus, toLimit, toTime } from '../../../presenters/sync-status.presenter';
import { toTaxSummary } from '../../../presenters/tax-summary.presenter';
import type { RequestContext } from '../../../http/request-context';
import { unhurriedBudget } from '../../../pipeline/budget';
import { JobStarter } from '../../../pipeline/jobs/job-starter.service';
import { LedgerViews } from '../../../pipeline/ledger/ledger-views.service';
import { WalletLedgerService } from '../../../pipeline/ledger/wallet-ledger.service';
import { Clock } from '../../../ports/clock';
import { Compute, type ComputeCaller } from '../../../ports/work/compute';
import { FormPrinter } from '../../../ports/form-printer';
import type { JobContext, JobPayloads } from '../../../ports/work/jobs';
import { CalculateService } from '../calculate/calculate.service';
import { toSchedule1 } from './forms.presenter';
import { REPORT_PARTS, type GenerateReportRequest, type ReportPart } from './generate.dto';
import type { FrozenReport } from './generate.shapes.dto';
import { WashSalesService } from '../wash-sales/wash-sales.service';
import { TaxLedgerService, type TaxLedger } from '../tax-ledger.service';
import { reportFile } from './report-file';
import { TaxReportsService } from './tax-reports.service';

/** One wallet, one year, worked out once and kept as it was then. */
@Injectable()
export class GenerateService {
  constructor(
    private readonly starter: JobStarter,
    private readonly taxLedgers: TaxLedgerService,
    private readonly reports: TaxReportsService,
    private readonly calculate: CalculateService,
    private readonly washSales: WashSalesService,
    private readonly ledgers: WalletLedgerService,
    private readonly views: LedgerViews,
    private readonly printer: FormPrinter,
    private readonly compute: Compute,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError VALIDATION_ERROR for a file of forms without a form */
  async start(address: Address, body: GenerateReportRequest, context: RequestContext): Promise<UserJob> {
    const { tax_year: year, format, include } = body;
    const isForm = include.includes('form_8949') || include.includes('schedule_1');
    if ((format === 'csv' || format === 'pdf') && !isForm)
      throw new AppError('VALIDATION_ERROR', undefined, {
        field: 'include',
        message: `A ${format} report needs form_8949 or schedule_1`,
      });
    const owned = await this.taxLedgers.owned(body.owned_wallets, context);
    const names = owned.map(({ given }) => given);
    const cap = transactionCap(context.principal);
    const wallets = owned.map(({ value }) => value).sort();
    const key = `${address.value}|${sha256Hex(JSON.stringify([wallets, year, format, include, cap]))}`;
    return this.starter.start('tax_report', key, address, context.principal, {
      payload: { given: address.given, owned: names, year, format, include, cap },
      params: { tax_year: year, format, include, owned_wallets: names },
    });
  }

  async generate(
    { given, owned, year, format, include, cap }: JobPayloads['tax_report'],
    context: JobContext,
  ): Promise<FrozenReport | JobFile> {
    const address = parseAddress(given);
    await context.progress(5, 'fetching');
    const budget = unhurriedBudget(context.signal, this.clock.now(), context.owner);
    const taxLedger = await this.taxLedgers.openCapped(address, owned.map(parseAddress), cap, budget);
    context.signal.throwIfAborted();
    // What is kept for good must not rest on prices for which no source could be called.
    if (taxLedger.history.syncStatus.pricesPending)
      throw new AppError('DATA_PROVIDER_ERROR', { reason: 'historical prices could not be read' });
    await context.progress(70, 'computing');
    const parts = REPORT_PARTS.filter((part) => include.includes(part));
    const report = await this.reportOf(taxLedger, address, year, parts, context);
    const result =
      format === 'json'
        ? report
        : await reportFile(report, format, {
            form8949: parts.includes('form_8949')
              ? await this.formOf(taxLedger, year, callerOf(context))
              : undefined,
            schedule1: parts.includes('schedule_1') ? this.scheduleOf(taxLedger, year) : undefined,
            syncStatus: taxLedger.history.syncStatus,
            printer: this.printer,
            compute: this.compute,
            caller: callerOf(context),
          });
    const { totalRealized, disposalCount } = this.views.taxSummary(taxLedger, year);
    const { severity } = this.views.reconciliation(taxLedger) ?? { severity: 'ok' };
    context.summarise({
      total_realized_gl: formatMoney(totalRealized),
      disposal_count: disposalCount,
      severity,
    });
    return result;
  }

  private async reportOf(
    taxLedger: TaxLedger,
    address: Address,
    year: number,
    parts: readonly ReportPart[],
    context: JobContext,
  ): Promise<FrozenReport> {
    const { jobId, signal } = context;
    const has = (part: ReportPart) => parts.includes(part);
    const { history, tokenKeys, window } = taxLedger;
    const facts = this.reports.factsOf(address, taxLedger);
    const form = await this.formOf(taxLedger, year, callerOf(context));
    const schedule = this.scheduleOf(taxLedger, year);
    return {
      report_id: jobId,
      input_hash: inputHash(
        history.wallets,
        history.valued,
        this.ledgers.recordOptions(taxLedger),
        this.taxLedgers.rulesOf(taxLedger),
      ),
      engine_version: ENGINE_VERSION,
      address: address.given,
      tax_year: year,
      generated_at: toTime(this.clock.now()),
      ...(has('summary') && {
        summary: toTaxSummary(address.given, year, this.views.taxSummary(taxLedger, year)),
      }),
      ...(has('form_8949') && { form_8949: toForm8949(form, rowsOf(form), facts) }),
      ...(has('schedule_1') && { schedule_1: toSchedule1(schedule, schedule.rows, { ...facts, tokenKeys }) }),
      ...(has('lots') && {
        lots: await this.calculate.lotBodies(taxLedger, this.taxLedgers.lots(taxLedger), signal),
      }),
      ...(has('wash_sales') && { wash_sales: this.washSales.of(taxLedger, year) }),
      ...(has('reconciliation') && { reconciliation: this.calculate.reconciliationOf(address, taxLedger) }),
      filing: toFiling(filingFigures(taxLedger.ledger, this.filingScope(taxLedger, year))),
      assumptions: facts.assumptions,
      history: toSyncStatus(history.syncStatus),
      ...toLimit(window),
    };
  }

  private filingScope(taxLedger: TaxLedger, year: number): FilingScope {
    const timezone = this.taxLedgers.timezoneOf(taxLedger);
    return { wallet: taxLedger.subject.value, year, timezone };
  }

  private formOf(taxLedger: TaxLedger, year: number, compute: ComputeCaller): Promise<Form8949> {
    return this.reports.formOf(taxLedger, year, compute);
  }

  private scheduleOf(taxLedger: TaxLedger, year: number): Schedule1 {
    return schedule1(taxLedger.ledger, this.reports.scheduleRequest(taxLedger, year));
  }
}

const callerOf = ({ owner, jobId, signal }: JobContext): ComputeCaller => ({
  caller: { kind: 'background', id: owner ?? jobId },
  signal,
});
