import { Injectable } from '@nestjs/common';
import { formatsOf, type Form8949, type FormatOf, type MadeForm } from '../../../domain/forms';
import type { Address } from '../../../domain/kernel/address';
import type { Download } from '../../../http/response/download';
import { formFile } from '../../../http/response/form-file';
import { toSyncStatus } from '../../../presenters/sync-status.presenter';
import { reply } from '../../../http/reply';
import { computeCaller } from '../../../http/compute-order';
import type { RequestContext } from '../../../http/request-context';
import { Clock } from '../../../ports/clock';
import { FormPrinter } from '../../../ports/form-printer';
import { Compute, type ComputeCaller } from '../../../ports/work/compute';
import { toExportSummary, toSchedule1Summary } from '../../../presenters/forms/schedule-1.presenter';
import { TaxLedgerService, type TaxLedger } from '../tax-ledger.service';
import { TaxReportsService } from './tax-reports.service';
import type { ExportYearQuery, Form8949ExportQuery, Schedule1ExportQuery } from '../tax.dto';

/** Tax forms as files. */
@Injectable()
export class TaxFilesService {
  constructor(
    private readonly taxLedgers: TaxLedgerService,
    private readonly reports: TaxReportsService,
    private readonly printer: FormPrinter,
    private readonly compute: Compute,
    private readonly clock: Clock,
  ) {}

  async form8949(address: Address, query: Form8949ExportQuery, context: RequestContext): Promise<Download> {
    const taxLedger = await this.taxLedgers.openFinal(address, query, context);
    const content = await this.formOf(taxLedger, query, computeCaller(context));
    return this.file({ form: 'form_8949', content }, query.format, address, taxLedger, context);
  }

  async schedule1(address: Address, query: Schedule1ExportQuery, context: RequestContext): Promise<Download> {
    const taxLedger = await this.taxLedgers.openFinal(address, query, context);
    const content = this.reports.scheduleOf(taxLedger);
    return this.file({ form: 'schedule_1', content }, query.format, address, taxLedger, context);
  }

  private file(
    made: MadeForm,
    format: string,
    address: Address,
    taxLedger: TaxLedger,
    context: RequestContext,
  ): Promise<Download> {
    return formFile(made, format, {
      facts: { ...this.reports.factsOf(address, taxLedger), tokenKeys: taxLedger.tokenKeys },
      syncStatus: taxLedger.history.syncStatus,
      madeAt: this.clock.now(),
      printer: this.printer,
      compute: this.compute,
      caller: computeCaller(context),
    });
  }

  /** The same files without a choice of format; the year defaults to this one. */
  form8949As(
    format: FormatOf<'form_8949'>,
    address: Address,
    query: ExportYearQuery,
    context: RequestContext,
  ): Promise<Download> {
    return this.form8949(
      address,
      {
        ...this.withYear(query),
        format,
        rounding: 'cents',
        gather_small_fees: false,
        unconnected_brokers: false,
      },
      context,
    );
  }

  schedule1Csv(address: Address, query: ExportYearQuery, context: RequestContext): Promise<Download> {
    return this.schedule1(address, { ...this.withYear(query), format: 'csv' }, context);
  }

  /** What the files of a year would hold; in cents, as they do. */
  async exportSummary(address: Address, query: ExportYearQuery, context: RequestContext) {
    const taxLedger = await this.taxLedgers.open(address, this.withYear(query), context);
    const form = await this.formOf(taxLedger, {}, computeCaller(context));
    const { year, reader } = taxLedger;
    const summary = await reader.taxSummary(year);
    const years = await reader.reportYears();
    const assumptions = this.taxLedgers.assumptionsOf(taxLedger);
    const data = toExportSummary(address.given, form, summary, {
      years,
      formats: formatsOf('form_8949'),
      assumptions,
    });
    return reply(data, { meta: toSyncStatus(taxLedger.history.syncStatus) });
  }

  async schedule1Summary(address: Address, query: ExportYearQuery, context: RequestContext) {
    const taxLedger = await this.taxLedgers.open(address, this.withYear(query), context);
    const schedule = this.reports.scheduleOf(taxLedger);
    const data = toSchedule1Summary(schedule, this.reports.factsOf(address, taxLedger));
    return reply(data, { meta: toSyncStatus(taxLedger.history.syncStatus) });
  }

  private withYear({ tax_year: year, ...query }: ExportYearQuery) {
    return { ...query, tax_year: year ?? this.taxLedgers.currentYear };
  }

  private formOf(
    taxLedger: TaxLedger,
    options: Partial<Omit<Form8949ExportQuery, 'tax_year' | 'owned_wallets'>>,
    compute: ComputeCaller,
  ): Promise<Form8949> {
    return this.reports.formOf(taxLedger, compute, {
      rounding: options.rounding,
      gatherSmallFees: options.gather_small_fees === true && options.format !== 'json',
      unconnected: options.unconnected_brokers,
    });
  }
}
