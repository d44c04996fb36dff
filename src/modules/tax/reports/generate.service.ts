import { Injectable } from '@nestjs/common';
import { ENGINE_VERSION } from '../../../domain/engine';
import { form8949, rowsOf, schedule1, type Form8949, type Schedule1 } from '../../../domain/forms';
import type { JobFile } from '../../../domain/jobs/job-file';
import { userOfOwner, type UserJob } from '../../../domain/jobs/user-job';
import { parseAddress, type Address } from '../../../domain/kernel/address';
import { AppError } from '../../../domain/kernel/errors';
import { sha256Hex } from '../../../domain/kernel/hash';
import { formatMoney } from '../../../domain/kernel/units';
import { transactionCap } from '../../../domain/access/plan-window';
import { inputHash } from '../../../domain/portfolio/input-hash';
import { toForm8949 } from '../../../presenters/form-8949.presenter';
import { toSyncStatus, toLimit, toTime } from '../../../presenters/sync-status.presenter';
import { toTaxSummary } from '../../../presenters/tax-summary.presenter';
import type { RequestContext } from '../../../http/request-context';
import { unhurriedBudget } from '../../../pipeline/budget';
import { JobStarter } from '../../../pipeline/jobs/job-starter.service';
import { LedgerViews } from '../../../pipeline/ledger/ledger-views.service';
import { WalletLedgerService } from '../../../pipeline/ledger/wallet-ledger.service';
import { Clock } from '../../../ports/clock';
import { FormPrinter } from '../../../ports/form-printer';
import type { JobContext, JobPayloads } from '../../../ports/work/jobs';
import { CalculateService } from '../calculate/calculate.service';
import { toSchedule1 } from './forms.presenter';
import { REPORT_PARTS, type GenerateReportRequest, type ReportPart } from './generate.dto';
import type { FrozenReport } from './generate.shapes.dto';
import { TaxLedgerService, type TaxLedger } from '../tax-ledger.service';
import { reportFile } from './report-file';
import { TaxReportsService } from './tax-reports.service';

/** One wallet, one year, worked out once and kept as it was then. */
@Injectable()
export class GenerateService {
  constructor(
    private readonly starter: JobStarter,
    private readonly books: TaxLedgerService,
    private readonly reports: TaxReportsService,
    private readonly calculate: CalculateService,
    private readonly ledgers: WalletLedgerService,
    private readonly views: LedgerViews,
    private readonly printer: FormPrinter,
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
    const owned = await this.books.owned(body.owned_wallets, context);
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
    const budget = unhurriedBudget(context.signal, this.clock.now(), userOfOwner(context.owner));
    const books = await this.books.openCapped(address, owned.map(parseAddress), cap, budget);
    context.signal.throwIfAborted();
    // What is kept for good must not rest on prices for which no source could be called.
    if (books.history.freshness.pricesPending)
      throw new AppError('DATA_PROVIDER_ERROR', { reason: 'historical prices could not be read' });
    await context.progress(70, 'computing');
    const parts = REPORT_PARTS.filter((part) => include.includes(part));
    const report = await this.reportOf(books, address, year, parts, context);
    const result =
      format === 'json'
        ? report
        : await reportFile(report, format, {
            form8949: parts.includes('form_8949') ? this.formOf(books, year) : undefined,
            schedule1: parts.includes('schedule_1') ? this.scheduleOf(books, year) : undefined,
            freshness: books.history.freshness,
            printer: this.printer,
          });
    const { totalRealized, disposalCount } = this.views.taxSummary(books, year);
    const { severity } = this.views.reconciliation(books) ?? { severity: 'ok' };
    context.summarise({
      total_realized_gl: formatMoney(totalRealized),
      disposal_count: disposalCount,
      severity,
    });
    return result;
  }

  private async reportOf(
    books: TaxLedger,
    address: Address,
    year: number,
    parts: readonly ReportPart[],
    { jobId, signal }: JobContext,
  ): Promise<FrozenReport> {
    const has = (part: ReportPart) => parts.includes(part);
    const { history, tokenKeys, window } = books;
    const facts = this.reports.factsOf(address, books);
    const form = this.formOf(books, year);
    const schedule = this.scheduleOf(books, year);
    return {
      report_id: jobId,
      input_hash: inputHash(history.wallets, history.valued, this.ledgers.options, this.books.policies),
      engine_version: ENGINE_VERSION,
      address: address.given,
      tax_year: year,
      generated_at: toTime(this.clock.now()),
      ...(has('summary') && {
        summary: toTaxSummary(address.given, year, this.views.taxSummary(books, year)),
      }),
      ...(has('form_8949') && { form_8949: toForm8949(form, rowsOf(form), facts) }),
      ...(has('schedule_1') && { schedule_1: toSchedule1(schedule, schedule.rows, { ...facts, tokenKeys }) }),
      ...(has('lots') && { lots: await this.calculate.lotBodies(books, this.books.lots(books), signal) }),
      ...(has('wash_sales') && { wash_sales: this.calculate.washSalesOf(books, year) }),
      ...(has('reconciliation') && { reconciliation: this.calculate.reconciliationOf(address, books) }),
      assumptions: facts.assumptions,
      history: toSyncStatus(history.freshness),
      ...toLimit(window),
    };
  }

  private formOf(books: TaxLedger, year: number): Form8949 {
    return form8949(books.ledger, this.reports.formRequest(books, year));
  }

  private scheduleOf(books: TaxLedger, year: number): Schedule1 {
    return schedule1(books.ledger, this.reports.scheduleRequest(books, year));
  }
}
