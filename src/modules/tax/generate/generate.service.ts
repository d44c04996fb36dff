import { Injectable } from '@nestjs/common';
import { ENGINE_VERSION } from '../../../domain/engine';
import { JsonText } from '../../../common/json-text';
import { packForm, type PackedForm } from '../../../common/packed-form';
import { packInTurns } from '../../../common/row-batches';
import type { FilingScope } from '../../../domain/filing';
import { REPORTED_FORMS, type MadeForm, type ReportedForm } from '../../../domain/forms';
import { type UserJob } from '../../../domain/jobs/user-job';
import { parseAddress, type Address } from '../../../domain/kernel/address';
import { AppError } from '../../../domain/kernel/errors';
import { sha256Hex } from '../../../domain/kernel/hash';
import { formatMoney } from '../../../domain/kernel/units';
import { transactionCap } from '../../../domain/access/plan-window';
import { toHistoryGaps, toLimit, toSyncStatus, toTime } from '../../../presenters/sync-status.presenter';
import { toTaxSummary } from '../../../presenters/tax-summary.presenter';
import { refuseComparedFile } from '../../../http/queries/comparison-query';
import type { MadeFile } from '../../../http/response/form-file';
import { scheduleDOf } from '../../../http/response/schedule-d-file';
import type { RequestContext } from '../../../http/request-context';
import { unhurriedBudget } from '../../../pipeline/budget';
import { JobStarter } from '../../../pipeline/jobs/job-starter.service';
import { WalletLedgerService } from '../../../pipeline/ledger/wallet-ledger.service';
import { Clock } from '../../../ports/clock';
import { Form8949Service } from '../../../pipeline/ledger/form-8949.service';
import { Compute, type ComputeCaller } from '../../../ports/work/compute';
import { FormPrinter } from '../../../ports/form-printer';
import type { JobContext, JobPayloads } from '../../../ports/work/jobs';
import { CalculateService } from '../calculate/calculate.service';
import { task as frozenReport, type FrozenReportInput } from './frozen-report.task';
import { REPORT_PARTS, type GenerateReportRequest, type ReportFormat, type ReportPart } from './generate.dto';
import { FilingService } from '../filing/filing.service';
import { WashSalesService } from '../wash-sales/wash-sales.service';
import { TaxLedgerService, type TaxLedger } from '../tax-ledger.service';
import { reportFile } from './report-file';
import { TaxReportsService } from '../reports/tax-reports.service';

/** Parts of a snapshot that a report reads. */
const REPORTED = ['checks', 'reconciliation'] as const;

/** The order of a report states no losses of the year before. */
const NO_CARRYOVER = 'Lines 6 and 14 state no loss of the year before: enter what you carried over.';

/** One wallet, one year, worked out once and kept as it was then. */
@Injectable()
export class GenerateService {
  constructor(
    private readonly starter: JobStarter,
    private readonly taxLedgers: TaxLedgerService,
    private readonly reports: TaxReportsService,
    private readonly forms: Form8949Service,
    private readonly calculate: CalculateService,
    private readonly filing: FilingService,
    private readonly washSales: WashSalesService,
    private readonly ledgers: WalletLedgerService,
    private readonly printer: FormPrinter,
    private readonly compute: Compute,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws AppError VALIDATION_ERROR for a file of forms without a form, and for a file of a comparison;
   *   RESOURCE_NOT_FOUND for an exchange account that the caller does not have
   */
  async start(address: Address, body: GenerateReportRequest, context: RequestContext): Promise<UserJob> {
    const { tax_year: year, format, include, method, timezone } = body;
    refuseComparedFile(body);
    const isForm = REPORTED_FORMS.some((form) => include.includes(form));
    if ((format === 'csv' || format === 'pdf') && !isForm)
      throw new AppError('VALIDATION_ERROR', undefined, {
        field: 'include',
        message: `A ${format} report needs ${REPORTED_FORMS.join(' or ')}`,
      });
    const owned = await this.taxLedgers.owned(body.owned_wallets, context);
    await this.ledgers.admit([address, ...owned], context.principal);
    const names = owned.map(({ given }) => given);
    const cap = transactionCap(context.principal);
    const wallets = owned.map(({ value }) => value).sort();
    const scope = [wallets, year, format, include, cap, method, timezone];
    const key = `${address.value}|${sha256Hex(JSON.stringify(scope))}`;
    return this.starter.start('tax_report', key, address, context.principal, {
      payload: { given: address.given, owned: names, year, format, include, cap, method, timezone },
      params: {
        tax_year: year,
        format,
        include,
        owned_wallets: names,
        ...(method && { method }),
        ...(timezone && { timezone }),
      },
    });
  }

  async generate(
    { given, owned, year, format, include, cap, method, timezone }: JobPayloads['tax_report'],
    context: JobContext,
  ): Promise<JsonText> {
    const address = parseAddress(given);
    await context.progress(5, 'fetching');
    const budget = unhurriedBudget(context.signal, this.clock.now(), context.owner);
    const wallets = owned.map(parseAddress);
    const question = { timezone, method };
    const reader = await this.taxLedgers.readerOf(address, wallets, budget, question, REPORTED);
    context.signal.throwIfAborted();
    // What is kept for good must not rest on prices for which no source could be called.
    if (reader.syncStatus.pricesPending)
      throw new AppError('DATA_PROVIDER_ERROR', { reason: 'historical prices could not be read' });
    await context.progress(70, 'computing');
    const taxLedger = await this.taxLedgers.seen(reader, { tax_year: year, method }, cap, budget.userId);
    const caller = callerOf(context);
    const parts = REPORT_PARTS.filter((part) => include.includes(part));
    const forms = await this.formsOf(taxLedger, parts, caller);
    const scheduleD =
      format === 'zip' ? await this.scheduleDOf(address, taxLedger, forms, caller) : undefined;
    const { head, tail } = await this.factsOf(taxLedger, address, year, parts, context);
    const { size, ...lists } = await this.partsOf(taxLedger, address, year, parts, forms, context);
    const written = await this.compute.run(
      frozenReport,
      {
        head,
        tail,
        ...lists,
        layout: LAYOUTS[format],
      },
      { ...caller, size },
    );
    const result =
      format === 'json'
        ? new JsonText(written.report)
        : await reportFile({ ...head, ...tail }, written, format, {
            forms,
            scheduleD,
            facts: lists.facts,
            syncStatus: taxLedger.history.syncStatus,
            printer: this.printer,
            compute: this.compute,
            caller,
          });
    const { totalRealized, disposalCount } = await reader.taxSummary(year);
    context.summarise({
      total_realized_gl: formatMoney(totalRealized),
      disposal_count: disposalCount,
      severity: await reader.severity(),
    });
    return result;
  }

  private async factsOf(
    taxLedger: TaxLedger,
    address: Address,
    year: number,
    include: readonly ReportPart[],
    { jobId, signal }: JobContext,
  ): Promise<Pick<FrozenReportInput, 'head' | 'tail'>> {
    const { history, window, comparedBy, reader } = taxLedger;
    const options = this.ledgers.recordOptions(taxLedger);
    const rules = this.taxLedgers.rulesOf(taxLedger);
    const recordHash = await reader.inputHash(options, rules);
    signal.throwIfAborted();
    const ledgerHash = comparedBy === undefined ? recordHash : sha256Hex(`${recordHash}|${comparedBy}`);
    const summary = include.includes('summary')
      ? toTaxSummary(
          address.given,
          year,
          await reader.taxSummary(year),
          toHistoryGaps(history.syncStatus, year),
        )
      : undefined;
    return {
      head: {
        report_id: jobId,
        input_hash: await this.forms.inputHash(
          ledgerHash,
          this.filingScope(taxLedger, year),
          taxLedger.userId,
        ),
        engine_version: ENGINE_VERSION,
        address: address.given,
        tax_year: year,
        generated_at: toTime(this.clock.now()),
        summary,
      },
      tail: {
        assumptions: this.taxLedgers.assumptionsOf(taxLedger),
        history: toSyncStatus(history.syncStatus),
        ...toLimit(window),
      },
    };
  }

  /** The long lists of a report, packed in turns. */
  private async partsOf(
    taxLedger: TaxLedger,
    address: Address,
    year: number,
    include: readonly ReportPart[],
    forms: readonly MadeForm<ReportedForm>[],
    context: JobContext,
  ): Promise<Omit<FrozenReportInput, 'head' | 'tail' | 'layout'> & { size: number }> {
    const { signal } = context;
    const { tokenKeys, window } = taxLedger;
    const { limit, total } = window;
    const has = (part: ReportPart) => include.includes(part);
    // The lists of a report grow with the disposals of the year, and with the lots.
    let size = taxLedger.ledger.disposals.length;
    const listed = async <T>(part: ReportPart, rows: () => Promise<T[]>): Promise<Uint8Array[] | null> => {
      if (!has(part)) return null;
      const list = await rows();
      size += list.length;
      return packInTurns(list, signal);
    };
    const { businessIncome } = this.taxLedgers.rulesOf(taxLedger);
    const { history, unsettled } = taxLedger;
    const scope = {
      ...this.filingScope(taxLedger, year),
      businessIncome,
      unsettled,
      historyGaps: toHistoryGaps(history.syncStatus, year),
    };
    const filed = await this.forms.filed(
      taxLedger.ledger,
      scope,
      { userId: taxLedger.userId, compute: callerOf(context) },
      taxLedger.beside,
    );
    const packed: PackedForm<ReportedForm>[] = [];
    for (const made of forms) packed.push(await packForm(made, signal));
    const [lots, washSales] = [
      await listed('lots', () => this.calculate.allLots(taxLedger, signal)),
      await listed('wash_sales', () => this.washSales.of(taxLedger, year, signal)),
    ];
    return {
      size,
      facts: { ...this.reports.factsOf(address, taxLedger), window: { limit, total }, tokenKeys },
      forms: packed,
      lots,
      washSales,
      reconciliation: has('reconciliation')
        ? await this.calculate.reconciliationOf(
            address,
            taxLedger.reader,
            await taxLedger.reader.checks(window.limit),
          )
        : null,
      filedForm8949: await packForm({ form: 'form_8949', content: filed.form8949 }, signal),
      filedSchedule1: await packForm({ form: 'schedule_1', content: filed.schedule1 }, signal),
    };
  }

  private async formsOf(
    taxLedger: TaxLedger,
    include: readonly ReportPart[],
    caller: ComputeCaller,
  ): Promise<MadeForm<ReportedForm>[]> {
    const forms: MadeForm<ReportedForm>[] = [];
    for (const form of REPORTED_FORMS)
      if (include.includes(form)) forms.push(await this.reports.made(form, taxLedger, caller));
    return forms;
  }

  /** The amounts are those of the whole year, also of rows that a plan does not show. */
  private async scheduleDOf(
    address: Address,
    taxLedger: TaxLedger,
    forms: readonly MadeForm[],
    caller: ComputeCaller,
  ): Promise<MadeFile | undefined> {
    const sales = forms.find((made) => made.form === 'form_8949');
    if (sales === undefined) return undefined;
    const { year, isLimited } = sales.content;
    const form = isLimited
      ? await this.reports.formOf(taxLedger, caller, { shows: undefined })
      : sales.content;
    const { data, ...parts } = await this.filing.scheduleOf(address, taxLedger, { tax_year: year }, form);
    return scheduleDOf({ ...parts, data: { ...data, notes: [...data.notes, NO_CARRYOVER] } });
  }

  private filingScope(taxLedger: TaxLedger, year: number): FilingScope {
    const timezone = this.taxLedgers.timezoneOf(taxLedger);
    return { wallet: taxLedger.subject.value, year, timezone };
  }
}

const callerOf = ({ owner, jobId, signal }: JobContext): ComputeCaller => ({
  caller: { kind: 'background', id: owner ?? jobId },
  signal,
});

const LAYOUTS = {
  json: 'compact',
  zip: 'indented',
  csv: 'figures',
  pdf: 'figures',
} as const satisfies Record<ReportFormat, FrozenReportInput['layout']>;
